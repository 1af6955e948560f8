import { attack, type Attack, type Target } from "./attack";
import { randomOf } from "./random";
import { ask, attackerAddress, openSocket, postOf, statusOf, unanswered, writeAll, type Status } from "./wires";

/** Attacks with multipart bodies whose headers, endings or senders differ from a browser's. */

const BOUNDARY = "x";
const DEADLINE_MS = 5_000;
/** This is below the limit for one account and address. */
const FORMS_EACH = 25;

/** Returns a body whose only part has this header. */
const part = (header: string, body = "z") => `--${BOUNDARY}\r\n${header}\r\n\r\n${body}\r\n--${BOUNDARY}--\r\n`;
const disposed = (rest: string) => part(`Content-Disposition: form-data${rest}`);

const NAMELESS = [
  ...["", ";", "; name", "; name=", '; name=""', "; =x", '; filename="a"', "; filename", "; filename=", "; name; name"],
  ...['; name="', "; name*=", "; name*=utf-8''", "; name*=utf-8''%ff", "; name=\0", "; name=constructor"],
  ...["; name=__proto__", `; name="${"n".repeat(9_000)}"`, "; name=a; filename*=", "; name=a; filename*=utf-8''"],
].map(disposed);
const HEADLESS = [
  ...["", "X: y", "Content-Disposition:", "Content-Disposition: ;", "Content-Disposition: attachment; name=a"],
  ...[": form-data; name=a", "Content-Disposition form-data", `X: ${"y".repeat(90_000)}`, "X: y\r\n".repeat(5_000)],
].map((header) => part(header));
const CHARSETS = [
  ...["gbk", "utf-16", "utf-16le", "utf-16be", "big5", "shift_jis", "", "none", "utf-7", "latin1", "hz-gb-2312"],
  ...["utf-8", "utf8", '"gbk"', "iso-2022-jp", "replacement", "x-user-defined", "base64", "hex", "constructor"],
];
const CHARSET = CHARSETS.flatMap((charset) => [
  part(`Content-Disposition: form-data; name=a\r\nContent-Type: text/plain; charset=${charset}`, "\x81\xff%zz"),
]);
const FILENAMES = CHARSETS.flatMap((charset) => [
  disposed(`; name=firstPhoto; filename*=${charset}''%81%ff%`),
  disposed(`; name*=${charset}''%81%e0; filename=a`),
]);

/** If there are many spaces, Node reads a media type in quadratic time. */
const BLANKS = Array.from({ length: 4 }, () => {
  const header = `Content-Disposition: form-data; name=a; b=c${" ".repeat(7_900)}d`;
  return `${`--${BOUNDARY}\r\n${header}\r\n\r\n\r\n`.repeat(95)}--${BOUNDARY}--\r\n`;
});

const headersOf = (cookie: string) => ({
  "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
  Cookie: cookie,
});

/** Posts bodies one after the other, divided among the accounts. */
async function postAll(target: Target, bodies: readonly string[], path = "/UploadImage"): Promise<string[]> {
  const statuses: Status[] = [];
  const share = Math.ceil(bodies.length / Math.max(1, target.accounts.length));
  await Promise.all(
    target.accounts.map(async (cookie, index) => {
      for (const body of bodies.slice(index * share, (index + 1) * share)) {
        const request = postOf(target, path, Buffer.from(body, "latin1"), headersOf(cookie));
        statuses.push(await ask(target, request, index + 1, DEADLINE_MS));
      }
    }),
  );
  return unanswered("forms", statuses);
}

const formsOf = (item: string, name: string, sent: string, bodies: readonly string[]) =>
  attack(item, `multipart-${name}`, `${sent}, signed in`, {
    mustLogNoError: true,
    accounts: Math.max(2, Math.ceil(bodies.length / FORMS_EACH)),
    prepare: (target) => () => postAll(target, bodies),
  });

/** Returns bodies with randomly combined part headers. */
function randomBodies(count: number): string[] {
  const random = randomOf(51);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const names = ["csrf", "firstPhoto", "", "a", "\xff", "__proto__", 'x"y', "x;y", "%00"];
  const pieces = [
    () => `Content-Disposition: form-data; name="${pick(names)}"`,
    () => `Content-Disposition: form-data; name=${pick(names)}; filename="${pick(names)}"`,
    () => `Content-Disposition: ${pick(["form-data", "file", "", "form-data; name"])}`,
    () => `Content-Type: ${pick(["text/plain", "image/png", "multipart/mixed", ""])}; charset=${pick(CHARSETS)}`,
    () => `Content-Transfer-Encoding: ${pick(["base64", "binary", "quoted-printable", ""])}`,
    () => pick(["", "\r", "\n", ":", "\0", " x", "Content-Disposition"]),
  ];
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
      const headers = Array.from({ length: Math.floor(random() * 4) }, () => pick(pieces)());
      return `--${BOUNDARY}\r\n${headers.join("\r\n")}\r\n\r\n${"z".repeat(Math.floor(random() * 3_000))}\r\n`;
    });
    return `${parts.join("")}${pick([`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--`, `--${BOUNDARY}`, "--", ""])}`;
  });
}

/** Other forms of the site, some of which do not accept multipart. */
const ELSEWHERE = [
  ...["/Login", "/Register", "/LeavingMessage", "/PowerProductDetail/1001", "/RealNameInfo", "/UserCenter", "/vitals"],
  ...["/GoogleBind", "/Recharge/BTC", "/Language", "/UploadImage/firstPhoto", "/Index/Home", "/readyz"],
];

const WHOLE = `--x\r\nContent-Disposition: form-data; name=csrf\r\n\r\nz\r\n--x\r\nContent-Disposition: form-data; name=firstPhoto; filename=a.jpg\r\nContent-Type: image/jpeg\r\n\r\n${"z".repeat(200)}\r\n--x--\r\n`;

/** Sends the beginning of a body, then closes or resets the connection. */
async function cutAt(target: Target, bytes: number, { cookie, from }: { cookie: string; from: string }): Promise<void> {
  const socket = await openSocket(target, from);
  if (!socket) return;
  const headers = { ...headersOf(cookie), "Content-Length": WHOLE.length };
  await writeAll(socket, postOf(target, "/UploadImage", WHOLE.slice(0, bytes), headers), DEADLINE_MS);
  if (bytes % 2 === 0) socket.end();
  else if (!target.front.isTls) socket.resetAndDestroy();
  if (bytes % 2 === 0) await statusOf(socket, 200);
  socket.destroy();
}

export const MULTIPART: readonly Attack[] = [
  formsOf("1a", "names", "parts without a name posted to /UploadImage", [...NAMELESS, ...HEADLESS]),
  formsOf("1b", "charsets", "text parts in gbk, utf-16, big5 … posted to /UploadImage", CHARSET),
  formsOf("1b", "filenames", "`filename*=` and `name*=` in these", FILENAMES),
  formsOf("7", "blanks", "95 part headers of 8 kB of blanks", BLANKS),
  formsOf("1", "random", "250 bodies with random part headers", randomBodies(250)),
  attack("1", "multipart-elsewhere", "the same to 13 other paths", {
    mustLogNoError: true,
    accounts: 4,
    prepare: (target) => async () => {
      const complaints: string[] = [];
      for (const path of ELSEWHERE) {
        complaints.push(...(await postAll(target, [...NAMELESS.slice(0, 4), ...CHARSET.slice(0, 4)], path)));
      }
      return complaints;
    },
  }),
  attack("1", "multipart-cuts", "a body cut at every third byte, by FIN and by reset, signed in", {
    accounts: 8,
    mustLogNoError: true,
    prepare: (target) => async () => {
      const cuts = Array.from({ length: Math.ceil(WHOLE.length / 3) }, (_, index) => index * 3);
      await Promise.all(
        target.accounts.map(async (cookie, account) => {
          const own = cuts.filter((_, index) => index % target.accounts.length === account);
          for (const bytes of own) await cutAt(target, bytes, { cookie, from: attackerAddress(account + 1) });
        }),
      );
    },
  }),
];
