import { describe, expect, test, vi } from "vitest";
import { formatClock } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import * as login from "~/routes/Login.($account)/route";
import { codeRequest } from "~/routes/Login.($account)/second-step.server";
import * as register from "~/routes/Register/route";
import { FORM_DEADLINE_MS } from "~server/forms/constants";
import { RESEND_AFTER_MS } from "~server/specification";
import { WRITE_DEADLINE_MS } from "~server/upstream/constants";
import type { Fault } from "@storefront/sandbox/start";
import { browserAt } from "../../support/documents";
import { failAtDeadline } from "../../support/fail-at-deadline";
import { linksOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { moveClock } from "../../support/move-clock";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { newAddress, readFlow } from "../../support/route-args";
import { refusalOf, Visitor } from "../../support/visitor";
import { validRegistration } from "../../support/valid-forms";

/** Expects that a code requested too early is refused, with the seconds left. */
async function expectResendWait(response: Response, seconds: number): Promise<void> {
  expect(response.headers.get("retry-after")).toBe(String(seconds));
  const errors = { "": [JSON.stringify(["errors.resendWait", { seconds }])] };
  expect(await refusalOf(response)).toMatchObject({ status: 429, errors });
}

/** The post that opens a step with codes requests the first one. */

const sandbox = await useUpstream();

const newEmail = () => `somebody-${Math.random().toString(36).slice(2)}@example.com`;

/** The steps with codes: the form before each, and its URL. */
const STEPS = {
  sms: { route: login, from: "/Login", to: "/Login?step=sms", call: "smsValidCode", begins: "login_in" },
  email: { route: login, from: "/Login", to: "/Login?step=email", call: "emailValidCode", begins: "login_in" },
  registration: {
    route: register,
    from: "/Register",
    to: "/Register?step=code",
    call: "emailValidCode",
    begins: "reg_email_chk_info",
  },
} as const;
type Step = keyof typeof STEPS;

/** The values of the first form, for a new account. */
async function fieldsOf(step: Step): Promise<Record<string, string>> {
  if (step === "registration") return validRegistration({ email: newEmail() });
  const { email, password } = await sandbox.createAccount({ secondStep: step });
  return { mobileNumber: email, loginPword: password };
}

const accountOf = ({ mobileNumber, email }: Record<string, string>) => mobileNumber ?? email ?? "";

/** Posts the first form of a step; from an address of its own unless one is given. */
async function begin(step: Step, typed?: Record<string, string>, address?: string) {
  const { route, from, to, call } = STEPS[step];
  const fields = typed ?? (await fieldsOf(step));
  const visitor = new Visitor(route, "en_US", address);
  const { token: csrf } = await visitor.read<{ token: string }>(from);
  const response = await visitor.post(from, { ...fields, csrf });
  return { visitor, response, fields, csrf, from, to, call };
}

const tokenOf = async (visitor: Visitor) => {
  const { login: signIn, register: checked } = await readFlow(pageRequest("/", { cookies: visitor.cookies }));
  return (signIn ?? checked)?.token;
};

/** The message of the step about the next code. */
async function nextCode(visitor: Visitor, url: string) {
  type Sending = { nextCodeAtMs: number | null; otherStep: boolean };
  const data = await visitor.read<Sending & { code: Sending | { most?: number } }>(url);
  return "nextCodeAtMs" in data.code ? data.code : data;
}

/** Signs in or registers with the code that was sent. */
async function confirm({ visitor, to, fields }: Awaited<ReturnType<typeof begin>>) {
  const kind = to.endsWith("sms") ? "sms" : "email";
  const code = await sandbox.code(accountOf(fields), kind);
  return visitor.submit(to, { intent: "confirm", [kind === "sms" ? "smsCode" : "emailCode"]: code });
}

describe.each(Object.keys(STEPS) as Step[])("%s", (step) => {
  test("the first form requests the first code, which works", async () => {
    const at = await begin(step);
    expect([at.response.status, at.response.headers.get("location")]).toEqual([303, at.to]);
    expect(await at.visitor.toast()).toEqual({ key: "toasts.codeSent", kind: "status", inSheet: true });
    const { html } = await browserAt(pages, "en_US", at.visitor.cookies).open(at.to);
    expect(textsOf(html, ".toast p"), "once").toEqual(["Code sent"]);
    expect(textsOf(html, "[role=dialog] [role=status].toast p"), "the toast is in the sheet").toHaveLength(1);
    expect(textsOf(html, "[role=dialog] button.button:not(.button-quiet)"), "one primary button").toHaveLength(1);
    expect(textsOf(html, "[role=dialog] button[value=send]")).toEqual(["Send a new code"]);
    const sent = await sandbox.requests(at.call);
    expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ token: await tokenOf(at.visitor) })]);
    expect((await confirm(at)).headers.get("location")).toBe("/Index/Home");
  });

  test("opening the step, and opening it again, sends nothing", async () => {
    const at = await begin(step);
    for (let n = 0; n < 3; n += 1) expect((await at.visitor.open(at.to)).status).toBe(200);
    moveClock(RESEND_AFTER_MS + 1);
    expect((await at.visitor.open(at.to)).status).toBe(200);
    expect(await sandbox.calls(at.call)).toBe(1);
    expect(await nextCode(at.visitor, at.to)).toMatchObject({ nextCodeAtMs: null });
  });

  test("the button is rejected within the minute, and requests another code after it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const at = await begin(step);
    expect(await nextCode(at.visitor, at.to)).toMatchObject({
      nextCodeAtMs: Date.now() + RESEND_AFTER_MS,
      otherStep: false,
    });
    vi.setSystemTime(Date.now() + 12_500);
    await expectResendWait(await at.visitor.submit(at.to, { intent: "send" }), 48);
    expect(await sandbox.calls(at.call)).toBe(1);
    vi.setSystemTime(Date.now() + RESEND_AFTER_MS - 12_500 + 1);
    expect((await at.visitor.submit(at.to, { intent: "send" })).status).toBe(303);
    expect(await sandbox.calls(at.call)).toBe(2);
  });

  test("a form sent twice, and again after Back, sends one code", async () => {
    const { route, from, to, call, begins } = STEPS[step];
    const fields = await fieldsOf(step);
    const visitor = new Visitor(route);
    const csrf = (await visitor.read<{ token: string }>(from)).token;
    const responses = await Promise.all([1, 2].map(() => visitor.post(from, { ...fields, csrf })));
    responses.push(await visitor.post(from, { ...fields, csrf }));
    expect(responses.map(({ headers }) => headers.get("location"))).toEqual([to, to, to]);
    expect([await sandbox.calls(begins), await sandbox.calls(call)]).toEqual([1, 1]);
  });

  test("of two simultaneous tabs one gets a code; the other shows the wait, never that a code was sent", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 4, 0, 0) });
    const fields = await fieldsOf(step);
    const address = newAddress();
    const tabs = await Promise.all([begin(step, fields, address), begin(step, fields, address)]);
    const toasts = await Promise.all(tabs.map(({ visitor }) => visitor.toast()));
    expect(toasts.filter((toast) => toast?.key === "toasts.codeSent")).toHaveLength(1);
    expect(toasts.filter((toast) => toast === null)).toHaveLength(1);
    expect(tabs.map(({ response }) => response.headers.get("location"))).toEqual([tabs[0].to, tabs[0].to]);
    expect(await sandbox.calls(tabs[0].call)).toBe(1);
    const other = tabs[toasts.indexOf(null)];
    const { html } = await browserAt(pages, "en_US", other?.visitor.cookies, address).open(tabs[0].to);
    expect(textOf(html)).toContain("No code has been sent for this step yet");
    expect(textOf(html)).toContain("You can get a code after 12:01:00");
    expect(textOf(html)).not.toMatch(/Your code goes to|Code sent|No code\?/);
    // No button is primary while no code can be used.
    expect(textsOf(html, "[role=dialog] button.button:not(.button-quiet)")).toEqual([]);
  });

  test.each<[string, Fault]>([
    ["is lost", { kind: "lost" }],
    ["never comes", { kind: "hang" }],
    ["comes from a gateway", { kind: "gateway", status: 502 }],
  ])(
    "if the response to sending %s, the step opens with its token and says that the code may be on its way",
    async (_, fault) => {
      const late = fault.kind === "hang" ? "errors.late" : "errors.network";
      const startMs = Date.UTC(2026, 10, 21, 4, 0, 0);
      vi.useFakeTimers({ toFake: ["Date"], now: startMs });
      const fields = await fieldsOf(step);
      await failAtDeadline(sandbox, STEPS[step].call, fault, { times: 1 });
      const at = await begin(step, fields);
      expect([at.response.status, at.response.headers.get("location")]).toEqual([303, at.to]);
      const { nextCodeAtMs, otherStep } = await nextCode(at.visitor, at.to);
      expect(nextCodeAtMs).toBeGreaterThanOrEqual(startMs + RESEND_AFTER_MS);
      expect(otherStep).toBe(false);
      expect(await at.visitor.toast()).toEqual({ key: late, note: "Code.maybeSent", kind: "alert", inSheet: true });
      const { html } = await browserAt(pages, "en_US", at.visitor.cookies).open(at.to);
      expect(textOf(html)).toContain(`${getText("en_US")(late)} The code may be on its way`);
      expect(textOf(html)).toContain(textOf(`Try again after ${formatClock(nextCodeAtMs ?? 0)}`));
      expect(textOf(html)).toMatch(/Your code goes to/);
      expect((await at.visitor.submit(at.to, { intent: "send" })).status).toBe(429);
      expect(await sandbox.calls(at.call)).toBe(1);
      vi.restoreAllMocks();
      vi.setSystemTime(Date.now() + RESEND_AFTER_MS + 1);
      expect((await at.visitor.submit(at.to, { intent: "send" })).status).toBe(303);
      expect((await confirm(at)).headers.get("location")).toBe("/Index/Home");
    },
  );

  test.each([
    ["a long reason", "x".repeat(300), { key: "errors.server", values: { message: "x".repeat(200) } }],
    ["no reason", "", { key: "errors.network" }],
  ])("if sending is rejected with %s, the step says so, and its button works at once", async (_, msg, toast) => {
    const fields = await fieldsOf(step);
    await sandbox.fail(STEPS[step].call, { kind: "error", code: 10024, msg }, { times: 1 });
    const at = await begin(step, fields);
    expect([at.response.status, at.response.headers.get("location")]).toEqual([303, at.to]);
    expect(await at.visitor.toast()).toEqual({ kind: "alert", inSheet: true, note: "Code.notSent", ...toast });
    expect(await nextCode(at.visitor, at.to)).toMatchObject({ nextCodeAtMs: null });
    const { html } = await browserAt(pages, "en_US", at.visitor.cookies).open(at.to);
    expect(textOf(html), "no code was sent").not.toMatch(/Your code goes to|Code sent|No code\?/);
    expect(textsOf(html, "[role=dialog] button.button:not(.button-quiet)")).toEqual(["Send a code"]);
    expect(linksOf(html)).toContainEqual({ href: "/LeavingMessage", text: "Contact support" });
    expect((await at.visitor.submit(at.to, { intent: "send" })).status).toBe(303);
    expect((await confirm(at)).headers.get("location")).toBe("/Index/Home");
  });

  test("after a slow first form, sending gets the rest of the form's deadline", async () => {
    const timeouts = slowAfterFirstWrite(3_000);
    const { response, to } = await begin(step);
    expect(response.headers.get("location")).toBe(to);
    const sending = timeouts[timeouts.length - 1] ?? Infinity;
    expect(sending).toBeLessThanOrEqual(FORM_DEADLINE_MS - 3_000);
    expect(sending).toBeGreaterThan(0);
  });

  test("a first form that used up its deadline leads to the step, which says that no code was sent", async () => {
    slowAfterFirstWrite(FORM_DEADLINE_MS);
    const at = await begin(step);
    vi.restoreAllMocks();
    expect([at.response.status, at.response.headers.get("location")]).toEqual([303, at.to]);
    expect(await at.visitor.toast()).toEqual({
      key: "errors.network",
      note: "Code.notSent",
      kind: "alert",
      inSheet: true,
    });
    expect(await sandbox.calls(at.call)).toBe(0);
    expect((await at.visitor.submit(at.to, { intent: "send" })).status).toBe(303);
    expect((await confirm(at)).headers.get("location")).toBe("/Index/Home");
  });

  test("an expired token leads back to the form with its input, and starts no wait", async () => {
    const fields = await fieldsOf(step);
    await sandbox.fail(STEPS[step].call, { kind: "error", code: 10002 }, { times: 1 });
    const at = await begin(step, fields);
    expect([at.response.status, at.response.headers.get("location")]).toEqual([303, at.from]);
    expect(await at.visitor.toast()).toEqual({ key: "errors.stepExpired", kind: "alert" });
    const { html } = await browserAt(pages, "en_US", at.visitor.cookies).open(at.from);
    expect(html).toContain(`value="${accountOf(fields)}"`);
    const again = await begin(step, fields);
    expect(await again.visitor.toast()).toEqual({ key: "toasts.codeSent", kind: "status", inSheet: true });
  });

  test("while wrong codes pause the step no code is sent, and the step says until when", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 4, 0, 0) });
    const at = await begin(step);
    for (let n = 0; n < 10; n += 1) {
      const wrong = { intent: "confirm", smsCode: "wrong1", emailCode: "wrong1" };
      expect((await refusalOf(await at.visitor.submit(at.to, wrong))).errors).toBeDefined();
    }
    vi.setSystemTime(Date.now() + RESEND_AFTER_MS + 1);
    const again = await begin(step, at.fields, at.visitor.address);
    expect([again.response.status, again.response.headers.get("location")]).toEqual([303, at.to]);
    expect(await again.visitor.toast()).toBeNull();
    expect(await sandbox.calls(at.call)).toBe(1);
    const { html } = await browserAt(pages, "en_US", again.visitor.cookies, at.visitor.address).open(at.to);
    expect(textOf(html)).toContain("Try again after 12:15:00 (UTC+8)");
    expect(textsOf(html, "[role=dialog] button[value=send]"), "no code can be requested").toEqual([]);
  });
});

/**
 * Makes this much time pass at the upstream's first write.
 *
 * @returns the deadlines of the calls, in ms
 */
function slowAfterFirstWrite(ms: number): number[] {
  const timeouts: number[] = [];
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + (timeouts.includes(WRITE_DEADLINE_MS) ? ms : 0));
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((deadlineMs) => {
    timeouts.push(deadlineMs);
    return timeout(deadlineMs);
  });
  return timeouts;
}

test("a second step by authenticator requests no code", async () => {
  const { email, password } = await sandbox.createAccount({ secondStep: "google" });
  const visitor = new Visitor(login);
  const response = await visitor.submit("/Login", { mobileNumber: email, loginPword: password });
  expect(response.headers.get("location")).toBe("/Login?step=google");
  expect(await visitor.toast()).toBeNull();
  expect([await sandbox.calls("smsValidCode"), await sandbox.calls("emailValidCode")]).toEqual([0, 0]);
});

test.each([
  [
    "sms",
    "13812345678",
    "Your code goes to 13••••78 by text. Enter the latest one.",
    "驗證碼會以簡訊傳送至 13••••78，請輸入最新的一組。",
  ],
  [
    "sms",
    "+86 138 1234 5678",
    "Your code goes to +86••••678 by text. Enter the latest one.",
    "傳送至 +86••••678，請輸入最新的一組。",
  ],
  ["sms", "somebody@example.com", "phone number of so••••dy@example.com by text.", "帳號 so••••dy@example.com 的手機"],
  [
    "email",
    "somebody@example.com",
    "Your code goes to so••••dy@example.com by email. Enter the latest one.",
    "驗證碼會寄至 so••••dy@example.com，請輸入最新的一組。",
  ],
  [
    "email",
    "jo@example.com",
    "Your code goes to ••••@example.com by email. Enter the latest one.",
    "驗證碼會寄至 ••••@example.com，請輸入最新的一組。",
  ],
  [
    "email",
    "13812345678",
    "Your code goes to the email address of 13••••78. Enter the latest one.",
    "帳號 13••••78 的電子信箱",
  ],
  [
    "email",
    "miner-king",
    "Your code goes to the email address of mi••••ng. Enter the latest one.",
    "帳號 mi••••ng 的電子信箱",
  ],
] as const)(
  "for a code by %s to %s the step shows the destination half hidden",
  async (step, account, english, chinese) => {
    const token = "a-token-of-a-made-up-sign-in";
    const type = step === "sms" ? 2 : 3;
    await sandbox.fail("login_in", { kind: "answer", body: { code: 0, msg: "", data: { token, type } } });
    await sandbox.fail(STEPS[step].call, { kind: "answer", body: { code: 0, msg: "", data: null } });
    const { visitor, to } = await begin(step, { mobileNumber: account, loginPword: "Test12345" });
    for (const [locale, message] of [
      ["en_US", english],
      ["el_GR", chinese],
    ] as const) {
      const { html } = await browserAt(pages, locale, visitor.cookies).open(to);
      expect(textOf(html)).toContain(message);
    }
  },
);

test("a registration step shows the code's e-mail half hidden", async () => {
  const { visitor, to } = await begin("registration", validRegistration({ email: "somebody@example.com" }));
  for (const [locale, message] of [
    ["en_US", "Your code goes to so••••dy@example.com by email. Enter the latest one."],
    ["el_GR", "驗證碼會寄至 so••••dy@example.com"],
  ] as const) {
    const { html } = await browserAt(pages, locale, visitor.cookies).open(to);
    expect(textOf(html)).toContain(message);
  }
});

test("the spellings of an account share the minute of a sign-in's code", () => {
  const keyOf = (account: string) => codeRequest({ token: account, secondStep: "sms", account }).key;
  expect(keyOf("008613800000000")).toBe(keyOf("13800000000"));
});
