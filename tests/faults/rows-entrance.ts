import { confirm, fill, type Expected, type Row, type Scene } from "./row";

/** Signing in, registering and writing to the shop: forms of somebody who has no session. */

const PASSWORD = "Abcd12345";

/** Fills the form of the sign-in in. */
async function typeCredentials(scene: Scene): Promise<void> {
  await scene.tab.goto("/Login");
  await fill(scene, { mobileNumber: scene.account.email, loginPword: scene.account.password });
}

const signIn = ({ tab }: Scene) =>
  tab
    .locator("form", { has: tab.locator("[name=loginPword]") })
    .locator("button[type=submit]")
    .first()
    .click();

/** A new address in each cell, since the platform registers each once. */
const newAddress = ({ account }: Scene) => `new-${account.email}`;

async function typeRegistration(scene: Scene): Promise<void> {
  await scene.tab.goto("/Register?inviteCode=DEMO2026");
  await fill(scene, { email: newAddress(scene), pwd: PASSWORD, confirmPwd: PASSWORD });
  await scene.tab.locator("[name=agreement]").check();
}

const register = ({ tab }: Scene) => tab.locator("[name=confirmPwd]").press("Enter");

const ENQUIRY = {
  name: "Kanarienvogel & Söhne",
  tel: "13812345678",
  email: "ming@example.com",
  socialAccount: "@ming",
  message: "<b>How much</b> for 100 T?\r\nThank you.",
};

/** The step is over: back to the form, and no session came or went (behaviour 4.6). */
const stepOver = (at: RegExp): Expected => ({ status: 200, at, says: ["errors.stepExpired"] });

/** There was no session; the answer is that of any 10002 (behaviour 13.8). */
const NOBODY_OUT: Expected = { status: 200, at: "/Index/Home", says: ["errors.sessionExpired"] };

const codeStep = (path: string): Pick<Law, "gone" | "otherwise" | "shape" | "types" | "refused"> => {
  const at = { status: 200, at: path } as const;
  return {
    otherwise: { ...at, says: ["Code.maybeSent"], never: ["toasts.codeSent"] },
    gone: { ...at, says: ["Code.notSent"], never: ["toasts.codeSent"] },
    // Of its answer only the code counts.
    shape: { ...at, says: ["toasts.codeSent"] },
    types: { ...at, says: ["toasts.codeSent"] },
    refused: { ...at, words: true, never: ["toasts.codeSent"] },
  };
};
type Law = Row["law"];

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
    law: {
      otherwise: { status: 503, at: "/Login", says: ["errors.network"], kept: { mobileNumber: "@", loginPword: "" } },
      refused: { status: 401, at: "/Login", words: true, kept: { mobileNumber: "@", loginPword: "" } },
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
    way: async (scene) => {
      await typeCredentials(scene);
      await signIn(scene);
      await fill(scene, { googleCode: await scene.sandbox.code(scene.account.email, "google") });
    },
    step: confirm,
    law: {
      otherwise: { status: 503, at: "/Login?step=google", says: ["Login.unknown"], kept: { googleCode: "" } },
      gone: { status: 503, at: "/Login?step=google", says: ["errors.network"], kept: { googleCode: "" } },
      shape: { status: 200, at: "/Index/Home", says: ["toasts.welcome"], session: "begins" },
      types: { status: 200, at: "/Index/Home", says: ["toasts.welcome"], session: "begins" },
      refused: { status: 401, at: "/Login?step=google", words: true, kept: { googleCode: "" } },
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
    law: { ...codeStep("/Login?step=sms"), expired: stepOver(/^\/Login$/) },
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
    law: { ...codeStep("/Register?step=code"), expired: stepOver(/^\/Register$/) },
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
    law: {
      otherwise: {
        status: 503,
        at: /^\/Register/,
        says: ["Register.checkUnanswered"],
        kept: { email: "@", inCode: "DEMO2026", pwd: "", confirmPwd: "" },
      },
      gone: {
        status: 503,
        at: /^\/Register/,
        says: ["errors.network"],
        kept: { email: "@", inCode: "DEMO2026", pwd: "", confirmPwd: "" },
      },
      shape: { status: [422, 503], at: /^\/Register/, saysOneOf: ["Register.noToken", "Register.checkUnanswered"] },
      types: { status: [422, 503], at: /^\/Register/, saysOneOf: ["Register.noToken", "Register.checkUnanswered"] },
      refused: { status: 422, at: /^\/Register/, words: true, kept: { email: "@", pwd: "", confirmPwd: "" } },
      expired: { status: 422, at: "/Register", says: ["errors.stepExpired"], kept: { email: "@", pwd: "" } },
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
    way: async (scene) => {
      await typeRegistration(scene);
      await register(scene);
      await fill(scene, { emailCode: await scene.sandbox.code(newAddress(scene), "email") });
    },
    step: confirm,
    law: {
      otherwise: { status: 503, at: "/Register?step=code", says: ["Register.unknown"], kept: { emailCode: "" } },
      gone: { status: 503, at: "/Register?step=code", says: ["errors.network"], kept: { emailCode: "" } },
      // Without `uid` it says "error" and that there is none, and the account may exist.
      shape: { status: [422, 503], at: "/Register?step=code", saysOneOf: ["Register.unknown", "Register.noUid"] },
      types: { status: [422, 503], at: "/Register?step=code", saysOneOf: ["Register.unknown", "Register.noUid"] },
      refused: { status: 422, at: "/Register?step=code", words: true, kept: { emailCode: "" } },
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
    way: async (scene) => {
      await scene.tab.goto("/LeavingMessage");
      await fill(scene, ENQUIRY);
      await scene.tab.locator("[name=areaCode]").first().selectOption("86");
      await scene.tab.locator("[name=socialType]").selectOption("Telegram");
    },
    step: ({ tab }) => tab.locator("main form[method=post] button:not([value=language])").last().click(),
    law: {
      otherwise: {
        status: 503,
        at: "/LeavingMessage",
        says: ["LeavingMessage.unknown"],
        kept: { ...ENQUIRY, areaCode: "86", socialType: "Telegram" },
      },
      gone: { status: 503, at: "/LeavingMessage", says: ["errors.network"], kept: ENQUIRY },
      shape: { status: 200, at: /step=sent/ },
      types: { status: 200, at: /step=sent/ },
      refused: { status: 422, at: "/LeavingMessage", words: true, kept: ENQUIRY },
      expired: NOBODY_OUT,
    },
  },
];
