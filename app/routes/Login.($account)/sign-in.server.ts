import { z } from "zod";
import { formAction, refuse } from "~server/action";
import { withCaptcha } from "~server/captcha";
import { CODE_LENGTH } from "~server/constants";
import { env } from "~server/env";
import { isIos } from "~server/http/device";
import { flashCookie } from "~server/session/flash";
import { flowCookie, type Flow } from "~server/session/flow";
import { safePath, seeOther } from "~server/session/redirects";
import { sessionCookie } from "~server/session/session";
import { claimResend, releaseResend } from "~server/store/resend";
import { confirmLogin, logIn, sendEmailCode, sendSmsCode } from "~server/upstream/account";
import { Expired, type Caller } from "~server/upstream/transport";

/** The field of each second step's code (rulings, "Names that a form, a URL and a test share"). */
const CODE_FIELDS = { google: "googleCode", sms: "smsCode", email: "emailCode" } as const;
const TRIES_PER_ACCOUNT = { points: 20, perMs: 5 * 60_000 };

const code = z
  .string({ required_error: "errors.codeRequired" })
  .trim()
  .min(1, "errors.codeRequired")
  .regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), "errors.codeLength");

/** One flat shape for the three forms of the screen; what a form needs depends on the button that was pressed. */
const schemas = {
  signIn: z.object({
    mobileNumber: z
      .string({ required_error: "errors.accountRequired" })
      .trim()
      .min(1, "errors.accountRequired")
      .max(128, "errors.invalid"),
    // Never trimmed or checked against the rule of registration: it may be older than the rule.
    loginPword: z
      .string({ required_error: "errors.passwordRequired" })
      .max(256, "errors.invalid")
      .refine((password) => password.trim() !== "", "errors.passwordRequired"),
  }),
  google: z.object({ googleCode: code }),
  sms: z.object({ smsCode: code }),
  email: z.object({ emailCode: code }),
  send: z.object({}),
} as const;

type Values = Partial<Record<"mobileNumber" | "loginPword" | "googleCode" | "smsCode" | "emailCode", string>>;

/**
 * Signs a visitor in (spec sections 4, 5 and 7): account and password, then the second step that the platform names, then
 * `/Index/Home` or the page that asked. `intent` is empty for the first form, `confirm` or `send` in a sheet.
 */
export const signIn = formAction({
  purpose: "login",
  refusedStatus: 401,
  // A second step counts against the account that its first step named.
  limit: {
    ...TRIES_PER_ACCOUNT,
    key: (form, { flow }) => (String(form.get("mobileNumber") ?? "").trim() || flow.login?.account || "").toLowerCase(),
  },
  schema: ({ intent, request }): z.ZodType<Values, z.ZodTypeDef, unknown> => {
    if (intent === "send") return schemas.send;
    const step = new URL(request.url).searchParams.get("step");
    if (intent === "confirm" && (step === "google" || step === "sms" || step === "email")) return schemas[step];
    return schemas.signIn;
  },
  handle: async ({ value, intent, form, flow, caller, request }) => {
    if (env().WEB_LOGIN === "app-only") return refuse("errors.loginAppOnly", { status: 403 });
    if (intent === "confirm" || intent === "send") {
      if (!flow.login) return stepExpired();
      return intent === "send" ? sendCode(caller, flow.login) : confirm(caller, request, flow, flow.login, value);
    }
    return begin(caller, flow, form, value);
  },
});

/** First step: the platform checks account and password and names the second step. */
async function begin(caller: Caller, flow: Flow, form: FormData, { mobileNumber = "", loginPword = "" }: Values) {
  const page = { path: "/Login", purpose: "login", form, flow };
  const begun = await withCaptcha(caller, page, (proof) => logIn(caller, { ...proof, mobileNumber, loginPword }));
  if ("answer" in begun) return begun.answer;
  const { token, secondStep } = begun.value;
  const cookie = await flowCookie({ ...flow, login: { token, secondStep, account: mobileNumber } });
  return seeOther(`/Login?step=${secondStep}`, { cookies: [cookie] });
}

/** Second step: the code makes the first step's token the session. */
async function confirm(caller: Caller, request: Request, flow: Flow, login: NonNullable<Flow["login"]>, value: Values) {
  const field = CODE_FIELDS[login.secondStep];
  const sent = value[field];
  // The code of another sheet: a second tab has begun another sign-in since.
  if (sent === undefined) return stepExpired();
  try {
    await confirmLogin(caller, { token: login.token, [field]: sent });
  } catch (error) {
    // What timed out is this sign-in; there was no session yet that could have.
    if (error instanceof Expired) return stepExpired();
    throw error;
  }
  const { login: done, redirectTo, ...rest } = flow;
  return seeOther(safePath(redirectTo, "/Index/Home"), {
    document: true,
    cookies: [
      await sessionCookie({ token: login.token, account: done?.account }),
      await flowCookie(rest),
      // "After success a download prompt may show" (spec section 2): in the toast, which goes when it is closed.
      flashCookie({
        key: "toasts.welcome",
        kind: "status",
        app: isIos(request.headers.get("user-agent")) ? "ios" : "other",
      }),
    ],
  });
}

/** Sends the SMS or e-mail code, once in 60 s (spec section 4, "Resend timer"). */
async function sendCode(caller: Caller, login: NonNullable<Flow["login"]>) {
  if (login.secondStep === "google") return stepExpired();
  // By account: beginning again does not start the minute afresh.
  const claim = await claimResend(resendKey(login.account));
  if (!claim.allowed) {
    return refuse("errors.resendWait", {
      status: 429,
      values: { seconds: claim.secondsLeft },
      headers: { "Retry-After": String(claim.secondsLeft) },
    });
  }
  try {
    if (login.secondStep === "sms") await sendSmsCode(caller, { token: login.token });
    else await sendEmailCode(caller, { token: login.token, purpose: "login" });
  } catch (error) {
    await releaseResend(resendKey(login.account));
    if (error instanceof Expired) return stepExpired();
    throw error;
  }
  return seeOther(`/Login?step=${login.secondStep}`, {
    cookies: [flashCookie({ key: "toasts.codeSent", kind: "status" })],
  });
}

/** Whose minute it is (spec section 4, "Resend timer"). */
export function resendKey(account: string): string {
  return `login:${account.toLowerCase()}`;
}

function stepExpired(): Response {
  return seeOther("/Login", { cookies: [flashCookie({ key: "errors.stepExpired", kind: "alert" })] });
}
