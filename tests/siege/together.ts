import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { attack, type Attack, type Target } from "./attack";
import { photoForm, photoParts } from "./photo-form";
import { progressive } from "./photos";
import { LONG_LINES, heldTooMuch, largestFile, prepareDrafts } from "./waiting";
import { ask, formHeaders, headOf, holdAndCut, openSockets, postOf, repeat, writeAll } from "./wires";

/** An attack that fills the limits of memory at the same time, each of which other attacks fill alone. */

const ACCOUNTS = 8;
/** As many bodies as strangers, and signed-in visitors, may send at a time. */
const BODIES = 512;
const LARGE_BODIES = 64;
const UNREAD = 2_400;
const UNREAD_PICTURES = 40;
const UNFINISHED = 600;
const KB = 1_024;
const WRITE_MS = 10_000;
const HOLD_MS = 8_000;
const PICTURE_MS = 14_000;
/** Slightly less than the longest head that is accepted. */
const ACCEPTED_LINES = Array.from({ length: 80 }, (_, at) => `x${at}: ${"v".repeat(280)}\r\n`).join("");

const withLines = (head: string) => `${head.trimEnd()}\r\n${ACCEPTED_LINES}\r\n`;

/** Sends something on new connections, from addresses that begin with this number. */
async function send(target: Target, count: number, firstAddress: number, bytes: string | Buffer): Promise<Socket[]> {
  const sockets = await openSockets(target, count, firstAddress);
  for (const socket of sockets) socket.pause();
  await Promise.all(sockets.map((socket) => writeAll(socket, bytes, WRITE_MS)));
  return sockets;
}

/** Returns a small form with a long head whose last bytes never come. */
const unendedForm = (target: Target, cookie: string) => {
  const headers = { ...formHeaders(target), "Content-Length": 63 * KB + 1_000, Cookie: cookie };
  return Buffer.concat([Buffer.from(withLines(headOf(target, "POST /Login", headers))), Buffer.alloc(63 * KB, 0x61)]);
};

async function prepare(target: Target) {
  const photo = await progressive();
  const forms = await Promise.all(target.accounts.map((_, index) => photoForm(target, index)));
  await (
    await prepareDrafts(target, 15_000)
  )();
  return async () => {
    const { noise = [], filters = [], pieces = [] } = target.pictures;
    const cookie = target.accounts[0] ?? "";
    const photos = forms.map(({ request }) => request([photo, photo, photo]));
    const uploads = forms.map(({ head, csrf }) => {
      const body = photoParts(csrf, [Buffer.alloc(63 * KB), Buffer.alloc(63 * KB), Buffer.alloc(63 * KB)]);
      return Buffer.concat([Buffer.from(withLines(head({ "Content-Length": body.length + 1_000 }))), body]);
    });
    const large = { ...formHeaders(target), "Content-Length": 8_000 * KB };
    const largeForm = Buffer.concat([
      Buffer.from(withLines(headOf(target, "POST /Login", large))),
      Buffer.alloc(512 * KB),
    ]);
    const drawn = [...filters, ...pieces].map((path, at) =>
      ask(target, headOf(target, `GET ${path}`), at + 1, PICTURE_MS),
    );
    const decoded = photos.map((bytes, at) => ask(target, bytes, forms[at]?.address ?? 0, PICTURE_MS));
    const file = withLines(headOf(target, `GET ${largestFile()}`));
    const held = await Promise.all([
      send(target, BODIES, 1_000, unendedForm(target, "a=b")),
      send(target, BODIES, 2_000, unendedForm(target, cookie)),
      send(target, LARGE_BODIES, 3_000, largeForm),
      ...uploads.map((bytes, at) => send(target, 1, 4_000 + at, bytes)),
      send(target, UNFINISHED, 5_000, `GET / HTTP/1.1\r\nHost: x\r\n${LONG_LINES}`),
      ...noise.map((path, at) =>
        send(target, UNREAD_PICTURES, 6_000 + 10 * at, withLines(headOf(target, `GET ${path}`))),
      ),
      send(target, UNREAD, 7_000, file),
    ]);
    const unread = held.at(-1) ?? [];
    // The system takes the first responses from the storefront.
    for (let count = 0; count < 2; count += 1) {
      for (const socket of unread) socket.write(file);
      await wait(1_000);
    }
    const idle = await send(target, target.connectionsMax - held.flat().length, 9_000, "");
    const form = postOf(target, "/Login", Buffer.alloc(63 * KB, 0x61));
    const page = withLines(headOf(target, "GET /Login", { Cookie: "a=b" }));
    const drawing = withLines(headOf(target, "GET /InvitationCode/poster.png", { Cookie: cookie }));
    const sent = [page, form, page, drawing];
    await repeat({ atATime: 150, forMs: HOLD_MS }, (number) =>
      ask(target, sent[number % sent.length] ?? page, 10_000 + number),
    );
    const complaints = heldTooMuch(target);
    await holdAndCut([...held.flat(), ...idle], 0);
    await Promise.race([Promise.all([...drawn, ...decoded]), wait(PICTURE_MS)]);
    return complaints;
  };
}

const SENT =
  "slow forms, uploads, long heads, unread files and pictures, drafts, photos and idle connections at once, then pages and codes";

export const TOGETHER: readonly Attack[] = [
  attack("13", "limits-together", SENT, {
    accounts: ACCOUNTS,
    suits: ({ front }) => front === "direct",
    prepare,
  }),
];
