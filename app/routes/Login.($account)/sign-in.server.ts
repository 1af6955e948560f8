import { z } from "zod";
import { rateLimitError } from "~server/forms/pauses";
import {
  ACCOUNT_MAX_LENGTH,
  accountName,
  accountPassword,
  authenticatorCode,
  signInEmailCode,
  signInSmsCode,
} from "~server/forms/field-rules";
import { formAction, formError } from "~server/forms/form";
import { maxLengths } from "~server/forms/max-lengths";
import { withCaptcha } from "~server/forms/captcha";
import { FORM_DEADLINE_MS } from "~server/forms/constants";
import { env } from "~server/env";
import { LIMITS } from "~server/limits";
import { returnToOf, signInPath } from "~server/session/redirects";
import { countTowardsSlowing, slowDown } from "~server/store/slow-down";
import { singleAttempt, pausedUntilMs } from "~server/store/attempt-limit";
import { logIn } from "~server/upstream/sign-in";
import type { CaptchaProof } from "~server/upstream/captcha";
import { CAPTCHA_CODE } from "~server/upstream/errors";
import { UpstreamRejected, within } from "~server/upstream/client";
import {
  confirm,
  leadToSecondStep,
  sendCode,
  stepExpired,
  type SignInInput,
  type SignInSchema,
} from "./second-step.server";

/** The schemas of the three forms. All have one flat type; the pressed button decides which fields are required. */
const schemas = {
  signIn: z.object({
    mobileNumber: accountName,
    loginPword: accountPassword,
  }),
  google: z.object({ googleCode: authenticatorCode }),
  sms: z.object({ smsCode: signInSmsCode }),
  email: z.object({ emailCode: signInEmailCode }),
  send: z.object({}),
} as const;

export const SIGN_IN_LENGTHS = maxLengths(schemas.signIn);

/** Signs a visitor in, in two steps. `intent` is empty for the first form, `confirm` or `send` in a sheet. */
export const signIn = formAction({
  purpose: "login",
  ownLanguageButton: true,
  // `linked` is the account of the link that opened the form.
  draftFields: { mobileNumber: ACCOUNT_MAX_LENGTH, linked: ACCOUNT_MAX_LENGTH },
  savesDraftOnError: true,
  rejectedStatus: 401,
  limit: {
    ...LIMITS["form:login"],
    account: (form, flowSession) => {
      const intent = form.get("intent");
      return intent === "confirm" || intent === "send" ? flowSession.login?.account : form.get("mobileNumber");
    },
  },
  schema: ({ intent, request }): SignInSchema => {
    if (intent === "send") return schemas.send;
    const step = new URL(request.url).searchParams.get("step");
    if (intent === "confirm" && (step === "google" || step === "sms" || step === "email")) return schemas[step];
    return schemas.signIn;
  },
  handle: async (input) => {
    if (env().WEB_LOGIN === "app-only") return formError("errors.loginAppOnly", { status: 403 });
    const { intent, flow: flowSession } = input;
    const returnTo = returnToOf(new URL(input.request.url).searchParams);
    if (intent !== "confirm" && intent !== "send") return begin(input, returnTo);
    if (!flowSession.login) return stepExpired(returnTo);
    return intent === "send"
      ? sendCode(input, flowSession.login, returnTo)
      : confirm(input, flowSession.login, returnTo);
  },
});

/**
 * Makes the first step. Wrong passwords pause the account for this IP address and slow it down for all others, so that
 * no stranger can lock out its owner.
 */
async function begin(
  { value, form, typed, flow: flowSession, upstreamContext, requestContext }: SignInInput,
  returnTo: string | undefined,
) {
  const { mobileNumber = "", loginPword = "" } = value;
  const whose = { what: "tries:password", account: mobileNumber, address: requestContext.address } as const;
  const pausedMs = await pausedUntilMs(whose.what, mobileNumber, requestContext.address);
  if (pausedMs !== null) return rateLimitError("Login.passwordsPaused", pausedMs);
  await slowDown("password", mobileNumber);
  // The deadline starts after the deliberate wait above.
  const timed = within(upstreamContext, FORM_DEADLINE_MS);

  const page = { path: signInPath(returnTo), purpose: "login", form, typed, flow: flowSession };
  const logInOnce = async (proof: CaptchaProof) => {
    try {
      return await singleAttempt(whose, () => logIn(timed, { ...proof, mobileNumber, loginPword }), isWrongPassword);
    } catch (error) {
      if (isWrongPassword(error)) await countTowardsSlowing("password", mobileNumber);
      throw error;
    }
  };
  const checked = await withCaptcha(timed, page, logInOnce);
  if ("response" in checked) return checked.response;
  if ("pausedUntilMs" in checked.value) {
    return rateLimitError("Login.passwordsPaused", checked.value.pausedUntilMs);
  }
  const { token, secondStep } = checked.value.value;
  if (secondStep === "unsupported") return formError("errors.captchaUnsupported");
  return leadToSecondStep({
    flow: flowSession,
    login: { token, secondStep, account: mobileNumber },
    upstreamContext: timed,
    returnTo,
  });
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof UpstreamRejected && error.code !== CAPTCHA_CODE;
}
