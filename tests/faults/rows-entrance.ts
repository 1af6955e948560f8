import { fillIn, validEnquiry, validRegistration } from "../support/valid-forms";
import { enterPassword } from "../support/signing-in";
import { asSuccess, confirm, page, row, submit, type Expected, type Outcomes, type Row, type TestContext } from "./row";

async function typeCredentials(testContext: TestContext): Promise<void> {
  await testContext.tab.goto("/Login");
  await enterPassword(testContext.page, testContext.account);
}

const signIn = ({ tab }: TestContext) => tab.locator("[name=loginPword]").press("Enter");

/** A new e-mail address for each cell, since the upstream registers an address only once. */
const newAddress = ({ account }: TestContext) => `new-${account.email}`;

async function typeRegistration(testContext: TestContext): Promise<void> {
  await testContext.tab.goto("/Register?inviteCode=DEMO2026");
  await fillIn(testContext.tab, validRegistration({ email: newAddress(testContext) }));
}

const register = ({ tab }: TestContext) => tab.locator("[name=confirmPwd]").press("Enter");

const ENQUIRY = validEnquiry({
  name: "Kanarienvogel & Söhne",
  message: "<b>How much</b> for 100 T?\r\nThank you.",
});

/** The step ended, the form is back, and the session is unchanged. */
const stepOver = (at: RegExp): Expected => page(200, at, { message: ["errors.stepExpired"] });

/** Without a session, 10002 still leads to Home with its message. */
const NOBODY_OUT: Expected = page(200, "/Index/Home", { message: ["errors.sessionExpired"] });

/** The step after requesting a code, whether it was sent or not. */
const codeStep = (at: string): Outcomes => ({
  otherwise: page(200, at, {
    messageOneOf: ["errors.network", "errors.late"],
    message: ["Code.maybeSent"],
    never: ["toasts.codeSent"],
  }),
  gone: page(200, at, { message: ["errors.network", "Code.notSent"], never: ["toasts.codeSent"] }),
  // Only the code of its response counts.
  ...asSuccess(page(200, at, { message: ["toasts.codeSent"] })),
  refused: page(200, at, { words: true, never: ["toasts.codeSent"] }),
});

/** The page after a step that got no response. */
const inDoubt = (at: string, message: Expected["message"], isPreserved: Expected["isPreserved"]): Expected =>
  page(503, at, {
    messageOneOf: ["errors.network", "errors.late"],
    message: message ?? [],
    isPreserved: isPreserved ?? {},
  });

const ONCE = { sentAtMost: 1, stranger: {} } as const;
const SIGN_IN_STEP = "/Login?step=google";
const REGISTER_STEP = "/Register?step=code";
const CREDENTIALS = { mobileNumber: "@", loginPword: "" };
const REGISTRATION = { email: "@", inCode: "DEMO2026", pwd: "", confirmPwd: "" };
const noToken = page([422, 503], /^\/Register/, { messageOneOf: ["Register.noToken", "Register.checkUnanswered"] });
const noUid = page([422, 503], REGISTER_STEP, { messageOneOf: ["Register.unknown", "Register.noUid"] });

export const ENTRANCE_ROWS: readonly Row[] = [
  row("login_in", "/Login", "8.2, 8.4, 12.5", {
    ...ONCE,
    way: typeCredentials,
    step: signIn,
    otherwise: page(503, "/Login", { message: ["errors.network"], isPreserved: CREDENTIALS }),
    refused: page(401, "/Login", { words: true, isPreserved: CREDENTIALS }),
    readable: page(200, SIGN_IN_STEP),
    expired: NOBODY_OUT,
  }),
  row("confirm_login", SIGN_IN_STEP, "4.5, 4.6, 12.5", {
    sentAtMost: 1,
    stranger: { secondStep: "google" },
    way: async (testContext) => {
      await typeCredentials(testContext);
      await signIn(testContext);
      const googleCode = await testContext.sandbox.code(testContext.account.email, "google");
      await fillIn(testContext.tab, { googleCode });
    },
    step: confirm,
    otherwise: inDoubt(SIGN_IN_STEP, ["Login.unknown"], { googleCode: "" }),
    gone: page(503, SIGN_IN_STEP, { message: ["errors.network"], isPreserved: { googleCode: "" } }),
    ...asSuccess(page(200, "/Index/Home", { message: ["toasts.welcome"], session: "begins" })),
    refused: page(401, SIGN_IN_STEP, { words: true, isPreserved: { googleCode: "" } }),
    expired: stepOver(/^\/Login$/),
  }),
  row("smsValidCode", "/Login?step=sms", "4.6", {
    sentAtMost: 1,
    stranger: { secondStep: "sms" },
    shutAfter: ["login_in"],
    way: typeCredentials,
    step: signIn,
    ...codeStep("/Login?step=sms"),
    expired: stepOver(/^\/Login$/),
  }),
  row("emailValidCode", REGISTER_STEP, "4.6, 4.8", {
    ...ONCE,
    shutAfter: ["reg_email_chk_info"],
    way: typeRegistration,
    step: register,
    ...codeStep(REGISTER_STEP),
    expired: stepOver(/^\/Register$/),
  }),
  row("reg_email_chk_info", "/Register", "8.6, 12.5", {
    ...ONCE,
    way: typeRegistration,
    step: register,
    otherwise: page(503, /^\/Register/, { message: ["Register.checkUnanswered"], isPreserved: REGISTRATION }),
    gone: page(503, /^\/Register/, { message: ["errors.network"], isPreserved: REGISTRATION }),
    shape: noToken,
    types: noToken,
    readable: page(200, REGISTER_STEP),
    refused: page(422, /^\/Register/, { words: true, isPreserved: { email: "@", pwd: "", confirmPwd: "" } }),
    expired: page(422, "/Register", { message: ["errors.stepExpired"], isPreserved: { email: "@", pwd: "" } }),
  }),
  row("reg_email_confirm", REGISTER_STEP, "4.8, 8.6", {
    ...ONCE,
    way: async (testContext) => {
      await typeRegistration(testContext);
      await register(testContext);
      await fillIn(testContext.tab, { emailCode: await testContext.sandbox.code(newAddress(testContext), "email") });
    },
    step: confirm,
    otherwise: inDoubt(REGISTER_STEP, ["Register.unknown"], { emailCode: "" }),
    gone: page(503, REGISTER_STEP, { message: ["errors.network"], isPreserved: { emailCode: "" } }),
    // Without `uid` the page shows "error" and denies that there is an account, although one may exist.
    shape: noUid,
    types: noUid,
    readable: page(200, "/Index/Home", { session: "begins" }),
    refused: page(422, REGISTER_STEP, { words: true, isPreserved: { emailCode: "" } }),
    expired: stepOver(/^\/Register$/),
  }),
  row("originClueCollect", "/LeavingMessage", "2.66, 8.2, 12.5", {
    sentAtMost: 1,
    way: async ({ tab }) => {
      await tab.goto("/LeavingMessage");
      await fillIn(tab, ENQUIRY);
    },
    step: submit,
    otherwise: page(503, "/LeavingMessage", { message: ["LeavingMessage.unknown"], isPreserved: ENQUIRY }),
    gone: page(503, "/LeavingMessage", { message: ["errors.network"], isPreserved: ENQUIRY }),
    ...asSuccess(page(200, /step=sent/)),
    refused: page(422, "/LeavingMessage", { words: true, isPreserved: ENQUIRY }),
    expired: NOBODY_OUT,
  }),
];
