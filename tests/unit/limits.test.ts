import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { sendEnquiry } from "~/routes/LeavingMessage/send.server";
import { bindAuthenticator } from "~/routes/GoogleBind/bind.server";
import * as language from "~/routes/Language/route";
import * as login from "~/routes/Login.($account)/route";
import * as contact from "~/routes/LeavingMessage/route";
import * as register from "~/routes/Register/route";
import { action as changeView } from "~/routes/Assets/route";
import { rememberRecord } from "~server/deposits/watch";
import { formAction } from "~server/forms/form";
import { acquireUploadSlot } from "~server/forms/admission";
import { isMessageOf } from "~/i18n/text";
import { takeInPhoto, DecoderTimeUsedUp } from "~server/identity/photos/intake";
import { LIMITS, type Limit } from "~server/limits";
import { createMetrics } from "~server/metrics";
import { lookupLimit } from "~server/page-cache/lookups";
import { readSession } from "~server/session/session";
import { seeOther } from "~server/session/redirects";
import { claimAttempt } from "~server/store/attempt-limit";
import { count } from "~server/store/rate-limit";
import { claimResend } from "~server/store/resend";
import { countTowardsSlowing, slowDown } from "~server/store/slow-down";
import { withGenerated } from "../support/generated-part";
import { moveClock } from "../support/move-clock";
import { isWholeRun } from "@storefront/test-support/sample";
import { CookieJar, pageRequest } from "../support/requests";
import { formTokenFor, newAddress, readFlow } from "../support/route-args";
import { signedIn } from "../support/signed-in";
import { openStorefront, ORIGIN, post } from "../support/test-storefront";
import { useUpstream } from "../support/upstream";
import { refusalOf, Visitor } from "../support/visitor";
import { validEnquiry, validRegistration } from "../support/valid-forms";

/** Uses each row of the table of limits as often as allowed, and once more. */

type Row = keyof typeof LIMITS;
/** The message of a use beyond the limit, or "refused" if no form shows one; null for a use within the limit. */
type Refusal = string | null;
/** Makes one use that a row counts, from another address if one is given. */
type Use = (address?: string) => Promise<Refusal>;

const sandbox = await useUpstream();
const MINUTE_MS = 60_000;
const FULL = validRegistration();
const ok = async () => seeOther("/");

/** The key of a refused form's message when it is one of a limit. */
async function limitOf(response: Response): Promise<Refusal> {
  if (response.status !== 429) return null;
  const [said = ""] = (await refusalOf(response)).errors?.[""] ?? [];
  const key = [...new Set(Object.values(LIMITS).map(({ message }) => message))].find(
    (known) => known !== null && isMessageOf(known, said),
  );
  expect(Number(response.headers.get("retry-after")), "Retry-After says when it ends").toBeGreaterThan(0);
  return key ?? said;
}

type Action = ReturnType<typeof formAction>;

/** Posts of a form, each from a new page. */
function postsOf(action: Action, purpose: string, path: string, fields = {}, cookies = new CookieJar()): Use {
  const own = newAddress();
  return async (clientAddress = own) => {
    const visitor = new Visitor({ action }, null, clientAddress, cookies.copy());
    return limitOf(await visitor.postOf(purpose, path, fields));
  };
}

const member = async () => (await signedIn(sandbox, { googleBound: false })).cookies;

/** A new registration that waits for its code. */
async function registering(address = newAddress(), email = FULL.email) {
  const visitor = new Visitor(register, "en_US", address);
  expect((await visitor.submit("/Register", validRegistration({ email }))).status).toBe(303);
  return visitor;
}

const CODE = "/Register?step=code";
const wrongCode = (visitor: Visitor) => visitor.submit(CODE, { intent: "confirm", emailCode: "wrong1" });

/** Uses that send a code to one e-mail, each from a different address. */
const codesTo = (betweenMs: number): Use => {
  return async () => {
    if (betweenMs) moveClock(betweenMs);
    const before = await sandbox.calls("emailValidCode");
    const visitor = await registering();
    if ((await sandbox.calls("emailValidCode")) > before) return null;
    return limitOf(await visitor.submit(CODE, { intent: "send" }));
  };
};

const slowed = (what: "password" | "registration") => async (): Promise<Refusal> => {
  const wait = vi.fn(async () => undefined);
  await slowDown(what, FULL.email, wait);
  await countTowardsSlowing(what, FULL.email);
  return wait.mock.calls.length > 0 ? "refused" : null;
};

const upload = (account: (n: number) => string, address: (n: number) => string): Use => {
  let n = 0;
  return async () => {
    n += 1;
    const slot = acquireUploadSlot(account(n), address(n));
    if ("full" in slot) return "refused";
    onTestFinished(slot.release);
    return null;
  };
};

/** One use takes half of the allowed decoding time. */
const DECODED_MS = LIMITS["photos:account"].points / 2;
class Received extends Error {}

const USES: Record<Row, () => Promise<Use> | Use> = {
  "form:address": () => postsOf(formAction({ purpose: "x", schema: () => z.object({}), handle: ok }), "x", "/News"),
  form: async () =>
    postsOf(formAction({ purpose: "x", schema: () => z.object({}), handle: ok }), "x", "/News", {}, await member()),
  "form:login": () => postsOf(login.action, "login", "/Login", { mobileNumber: "a@example.com" }),
  "form:register": () => postsOf(register.action, "register", "/Register", { email: "a@example.com" }),
  "form:bind": async () => postsOf(bindAuthenticator, "bind", "/GoogleBind?step=code", {}, await member()),
  "form:enquiry": () => postsOf(sendEnquiry, "enquiry", "/LeavingMessage", { email: "a@example.com" }),
  "form:pressed": async () => postsOf(changeView, "assets-view", "/Assets", {}, await member()),
  "form:locale": async () => postsOf(language.action, "locale", "/Language", {}, await member()),
  enquiries: () => {
    const office = newAddress();
    let n = 0;
    return async () =>
      limitOf(
        await new Visitor(contact, "en_US", office).submit(
          "/LeavingMessage",
          validEnquiry({ email: `a-${(n += 1)}@example.com` }),
        ),
      );
  },
  resend: () => async () => {
    const claim = await claimResend({ key: "a", step: "a", destinations: [FULL.email] });
    return claim.allowed ? null : "refused";
  },
  "codes:hour": () => codesTo(0),
  "codes:day": () => codesTo(LIMITS["codes:hour"].perMs / LIMITS["codes:hour"].points + MINUTE_MS),
  "tries:password": () => {
    const visitor = new Visitor(login);
    return async () =>
      limitOf(await visitor.submit("/Login", { mobileNumber: "a@example.com", loginPword: "wrong-1234" }));
  },
  "tries:secondStep": async () => {
    const { email, password } = await sandbox.createAccount({ secondStep: "google" });
    return async () => {
      const visitor = new Visitor(login);
      await visitor.submit("/Login", { mobileNumber: email, loginPword: password });
      return limitOf(await visitor.submit("/Login?step=google", { intent: "confirm", googleCode: "000000" }));
    };
  },
  "tries:registration": () => {
    const office = newAddress();
    let visitor: Visitor | undefined;
    let n = 0;
    return async () => {
      // Changes the registration after a few wrong codes, so that none reaches its own limit.
      if (n++ % 6 === 0) visitor = await registering(office);
      return visitor ? limitOf(await wrongCode(visitor)) : null;
    };
  },
  "tries:registrationStep": async () => {
    const { cookies } = await registering();
    return async () => limitOf(await wrongCode(new Visitor(register, "en_US", newAddress(), cookies.copy())));
  },
  "tries:binding": async () => {
    const { cookies, account } = await signedIn(sandbox, { googleBound: false });
    const flow = async () => (await readFlow(pageRequest("/GoogleBind", { cookies }))).bind;
    const step = (address: string, at: string, fields: Record<string, string>) =>
      new Visitor({ action: bindAuthenticator }, "en_US", address, cookies).post(at, fields);
    const token = () => formTokenFor(pageRequest("/GoogleBind", { cookies }), "bind");
    await step(newAddress(), "/GoogleBind", { csrf: await token(), intent: "begin" });
    await step(newAddress(), "/GoogleBind", { csrf: await token(), intent: "written", written: "on" });
    expect(await flow()).toMatchObject({ written: true });
    return async () => {
      const fields = { csrf: await token(), loginPwd: `${account.password}1`, googleCode: "000000" };
      return limitOf(await step(newAddress(), "/GoogleBind?step=code", fields));
    };
  },
  // tests/unit/routes/purchase.test.ts reaches it by real payments.
  "tries:payment": () => async () => ((await claimAttempt("tries:payment", "1")).allowed ? null : "refused"),
  // tests/unit/purchase/pay.test.ts reaches it by real payments.
  "tries:refusedPayment": () => async () =>
    (await claimAttempt("tries:refusedPayment", "1")).allowed ? null : "refused",
  "password:account": () => slowed("password"),
  "registration:account": () => slowed("registration"),
  "uploads:account": () =>
    upload(
      () => "a",
      (n) => `a-${n}`,
    ),
  "uploads:address": () =>
    upload(
      (n) => `b-${n}`,
      () => "b",
    ),
  "uploads:all": () =>
    upload(
      (n) => `c-${n}`,
      (n) => `c-${n}`,
    ),
  "photos:account": () => async () => {
    try {
      await takeInPhoto("a", () => Promise.reject(new Received()));
    } catch (error) {
      if (error instanceof DecoderTimeUsedUp) return "refused";
      if (!(error instanceof Received)) throw error;
    }
    await count("photos:account", "a", LIMITS["photos:account"], DECODED_MS);
    return null;
  },
  lookups: () => {
    const lookups = lookupLimit(ORIGIN)(new IncomingMessage(new Socket()), newAddress());
    return async () => ((await lookups.take()) ? null : "refused");
  },
  "deposit-watch": async () => {
    const { cookies, token } = await signedIn(sandbox);
    const session = await readSession(pageRequest("/", { cookies }));
    if (!session) throw new Error("no session");
    const coins = ["BTC", "ETH", "USDT"];
    return async () =>
      (await rememberRecord({ locale: "en_US", token }, session, coins.pop() ?? "")) > 0 ? "refused" : null;
  },
  "web-vitals": async () => {
    const { port } = await openStorefront((_req, res) => void res.sendStatus(404), { metrics: createMetrics() });
    const report = { body: "page=%2F&CLS=0", headers: { Origin: ORIGIN } };
    return async () => ((await post(port, "/vitals", report)).status === 429 ? "refused" : null);
  },
};

const ROWS = Object.keys(LIMITS) as Row[];

/** The limit of a row. Outside of the long run, limits of hundreds of uses are cut to a tenth, in the table itself. */
function limitIn(row: Row): Limit {
  const limit: Limit = LIMITS[row];
  const { points, perMs, inAll } = limit;
  if (isWholeRun || points < 100 || perMs === null || row === "photos:account") return limit;
  limit.points = points / 10;
  if (inAll !== undefined) limit.inAll = inAll / 10;
  onTestFinished(() => void Object.assign(limit, { points }, inAll !== undefined && { inAll }));
  return limit;
}

test.each(ROWS)("%s: the limit allows the table's number of uses, then shows its message", async (row) => {
  const { points, message } = limitIn(row);
  const times = row === "photos:account" ? points / DECODED_MS : points;
  const use = await USES[row]();
  for (let n = 1; n <= times; n += 1) expect(await use(), `use ${n} of ${times}`).toBeNull();
  const refusal = await use();
  expect(refusal).not.toBeNull();
  if (refusal !== "refused") expect(refusal).toBe(message);
});

test.each(ROWS.filter((row) => "inAll" in LIMITS[row]))(
  "%s: the limit allows the table's number of posts per account from all addresses",
  async (row) => {
    const { points, inAll = 0 } = limitIn(row);
    const use = await USES[row]();
    for (let from = 0; from < inAll / points; from += 1) {
      const address = newAddress();
      for (let n = 0; n < points; n += 1) expect(await use(address)).toBeNull();
    }
    expect(await use(newAddress())).toBe("errors.tooMany");
  },
);

/** A period in words. */
function inWords(perMs: number | null): string {
  if (perMs === null) return "at a time";
  const [unit, ms] = (
    [
      ["day", 86_400_000],
      ["hour", 3_600_000],
      ["minute", 60_000],
    ] as const
  ).find(([, its]) => perMs % its === 0) ?? ["second", 1_000];
  const number = perMs / ms;
  return number === 1 ? `a ${unit}`.replace("a hour", "an hour") : `in ${number} ${unit}s`;
}

test("docs/operate/run.md lists the limits", async () => {
  const lines = Object.entries(LIMITS).map(([name, { of, per, points, perMs, inAll }]: [string, Limit]) => {
    const fromAll = inAll === undefined ? "" : `, ${inAll} from all addresses`;
    return `- \`${name}\`: ${points} ${inWords(perMs)} per ${per}${fromAll}: ${of}`;
  });
  const made = { source: "server/limits.ts", test: "limits.test" };
  const document = withGenerated("docs/operate/run.md", made, lines.join("\n"));
  await expect(document).toMatchFileSnapshot("../../docs/operate/run.md");
});
