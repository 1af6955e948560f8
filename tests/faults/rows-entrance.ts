import { fillIn, validEnquiry, validRegistration } from "../support/valid-forms";
import { confirm, type Expected, type Row, type TestContext } from "./row";

/** Fills the form of the sign-in in. */
async function typeCredentials(testContext: TestContext): Promise<void> {
  await testContext.tab.goto("/Login");
  await fillIn(testContext.tab, { mobileNumber: testContext.account.email, loginPword: testContext.account.password });
}

const signIn = ({ tab }: TestContext) =>
  tab
    .locator("form", { has: tab.locator("[name=loginPword]") })
    .locator("button[type=submit]")
    .first()
    .click();

/** A new address in each cell, since the upstream registers each once. */
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

/** The step is over: back to the form, and no session came or went (behaviour 4.6). */
const stepOver = (at: RegExp): Expected => ({ status: 200, at, message: ["errors.stepExpired"] });

/** There was no session; the response is that of any 10002 (behaviour 13.8). */
const NOBODY_OUT: Expected = { status: 200, at: "/Index/Home", message: ["errors.sessionExpired"] };

const codeStep = (path: string): Pick<Law, "gone" | "otherwise" | "shape" | "types" | "readable" | "refused"> => {
  const at = { status: 200, at: path } as const;
  return {
    otherwise: {
      ...at,
      messageOneOf: ["errors.network", "errors.late"],
      message: ["Code.maybeSent"],
      never: ["toasts.codeSent"],
    },
    gone: { ...at, message: ["errors.network", "Code.notSent"], never: ["toasts.codeSent"] },
    // Of its response only the code counts.
    shape: { ...at, message: ["toasts.codeSent"] },
    types: { ...at, message: ["toasts.codeSent"] },
    readable: { ...at, message: ["toasts.codeSent"] },
    refused: { ...at, words: true, never: ["toasts.codeSent"] },
  };
};
type Law = Row["expected"];

export const ENTRANCE_ROWS: readonly Row[] = [
  {
    name: "login_in",
    call: "login_in",
    screen: "/Login",
    rules: "8.2, 8.4, 12.5",
    cache: "none",
    sentAtMost: 1,
    stranger: {},
    way: typeCredentials,
    step: signIn,
    expected: {
      otherwise: {
        status: 503,
        at: "/Login",
        message: ["errors.network"],
        isPreserved: { mobileNumber: "@", loginPword: "" },
      },
      refused: { status: 401, at: "/Login", words: true, isPreserved: { mobileNumber: "@", loginPword: "" } },
      readable: { status: 200, at: "/Login?step=google" },
      expired: NOBODY_OUT,
    },
  },
  {
    name: "confirm_login",
    call: "confirm_login",
    screen: "/Login?step=google",
    rules: "4.5, 4.6, 12.5",
    cache: "none",
    sentAtMost: 1,
    stranger: { secondStep: "google" },
    way: async (testContext) => {
      await typeCredentials(testContext);
      await signIn(testContext);
      await fillIn(testContext.tab, {
        googleCode: await testContext.sandbox.code(testContext.account.email, "google"),
      });
    },
    step: confirm,
    expected: {
      otherwise: {
        status: 503,
        at: "/Login?step=google",
        messageOneOf: ["errors.network", "errors.late"],
        message: ["Login.unknown"],
        isPreserved: { googleCode: "" },
      },
      gone: { status: 503, at: "/Login?step=google", message: ["errors.network"], isPreserved: { googleCode: "" } },
      shape: { status: 200, at: "/Index/Home", message: ["toasts.welcome"], session: "begins" },
      types: { status: 200, at: "/Index/Home", message: ["toasts.welcome"], session: "begins" },
      readable: { status: 200, at: "/Index/Home", message: ["toasts.welcome"], session: "begins" },
      refused: { status: 401, at: "/Login?step=google", words: true, isPreserved: { googleCode: "" } },
      expired: stepOver(/^\/Login$/),
    },
  },
  {
    name: "smsValidCode",
    call: "smsValidCode",
    screen: "/Login?step=sms",
    rules: "4.6",
    cache: "none",
    sentAtMost: 1,
    stranger: { secondStep: "sms" },
    shutAfter: ["login_in"],
    way: typeCredentials,
    step: signIn,
    expected: { ...codeStep("/Login?step=sms"), expired: stepOver(/^\/Login$/) },
  },
  {
    name: "emailValidCode",
    call: "emailValidCode",
    screen: "/Register?step=code",
    rules: "4.6, 4.8",
    cache: "none",
    sentAtMost: 1,
    stranger: {},
    shutAfter: ["reg_email_chk_info"],
    way: typeRegistration,
    step: register,
    expected: { ...codeStep("/Register?step=code"), expired: stepOver(/^\/Register$/) },
  },
  {
    name: "reg_email_chk_info",
    call: "reg_email_chk_info",
    screen: "/Register",
    rules: "8.6, 12.5",
    cache: "none",
    sentAtMost: 1,
    stranger: {},
    way: typeRegistration,
    step: register,
    expected: {
      otherwise: {
        status: 503,
        at: /^\/Register/,
        message: ["Register.checkUnanswered"],
        isPreserved: { email: "@", inCode: "DEMO2026", pwd: "", confirmPwd: "" },
      },
      gone: {
        status: 503,
        at: /^\/Register/,
        message: ["errors.network"],
        isPreserved: { email: "@", inCode: "DEMO2026", pwd: "", confirmPwd: "" },
      },
      shape: { status: [422, 503], at: /^\/Register/, messageOneOf: ["Register.noToken", "Register.checkUnanswered"] },
      types: { status: [422, 503], at: /^\/Register/, messageOneOf: ["Register.noToken", "Register.checkUnanswered"] },
      readable: { status: 200, at: "/Register?step=code" },
      refused: { status: 422, at: /^\/Register/, words: true, isPreserved: { email: "@", pwd: "", confirmPwd: "" } },
      expired: { status: 422, at: "/Register", message: ["errors.stepExpired"], isPreserved: { email: "@", pwd: "" } },
    },
  },
  {
    name: "reg_email_confirm",
    call: "reg_email_confirm",
    screen: "/Register?step=code",
    rules: "4.8, 8.6",
    cache: "none",
    sentAtMost: 1,
    stranger: {},
    way: async (testContext) => {
      await typeRegistration(testContext);
      await register(testContext);
      await fillIn(testContext.tab, { emailCode: await testContext.sandbox.code(newAddress(testContext), "email") });
    },
    step: confirm,
    expected: {
      otherwise: {
        status: 503,
        at: "/Register?step=code",
        messageOneOf: ["errors.network", "errors.late"],
        message: ["Register.unknown"],
        isPreserved: { emailCode: "" },
      },
      gone: { status: 503, at: "/Register?step=code", message: ["errors.network"], isPreserved: { emailCode: "" } },
      // Without `uid` the page shows "error" and that there is no account, although one may exist.
      shape: { status: [422, 503], at: "/Register?step=code", messageOneOf: ["Register.unknown", "Register.noUid"] },
      types: { status: [422, 503], at: "/Register?step=code", messageOneOf: ["Register.unknown", "Register.noUid"] },
      readable: { status: 200, at: "/Index/Home", session: "begins" },
      refused: { status: 422, at: "/Register?step=code", words: true, isPreserved: { emailCode: "" } },
      expired: stepOver(/^\/Register$/),
    },
  },
  {
    name: "originClueCollect",
    call: "originClueCollect",
    screen: "/LeavingMessage",
    rules: "2.66, 8.2, 12.5",
    cache: "none",
    sentAtMost: 1,
    way: async (testContext) => {
      await testContext.tab.goto("/LeavingMessage");
      await fillIn(testContext.tab, ENQUIRY);
    },
    step: ({ tab }) => tab.locator("main form[method=post] button:not([value^=language])").last().click(),
    expected: {
      otherwise: {
        status: 503,
        at: "/LeavingMessage",
        message: ["LeavingMessage.unknown"],
        isPreserved: ENQUIRY,
      },
      gone: { status: 503, at: "/LeavingMessage", message: ["errors.network"], isPreserved: ENQUIRY },
      shape: { status: 200, at: /step=sent/ },
      types: { status: 200, at: /step=sent/ },
      readable: { status: 200, at: /step=sent/ },
      refused: { status: 422, at: "/LeavingMessage", words: true, isPreserved: ENQUIRY },
      expired: NOBODY_OUT,
    },
  },
];
