import type { z } from "zod";
import { leadToCodeStep, sendCodeOnce, type CodeSending } from "~server/forms/code-sending";
import { rateLimitError } from "~server/forms/pauses";
import { unavailableError } from "~server/forms/failure";
import { formError } from "~server/forms/form";
import type { FormInput } from "~server/forms/form-options";
import { isIos } from "~server/device/device";
import { beginSession } from "~server/session/begin";
import { flowCookie, returnTarget, type FlowSession } from "~server/session/flow-session";
import { withReturnTo, seeOther, signInPath } from "~server/session/redirects";
import { accountKey, isUsedCode, noteUsedCode, singleAttempt } from "~server/store/attempt-limit";
import type { CodeRequest } from "~server/store/resend";
import { confirmLogin } from "~server/upstream/sign-in";
import { sendEmailCode, sendSmsCode } from "~server/upstream/codes";
import { SessionExpired, UpstreamRejected, UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";
import { CODE_FIELDS } from "./code-fields";

export type SignInSchema = z.ZodType<
  Partial<Record<"mobileNumber" | "loginPword" | "googleCode" | "smsCode" | "emailCode", string>>,
  z.ZodTypeDef,
  unknown
>;

export type SignInInput = FormInput<SignInSchema, "none">;

type Login = NonNullable<FlowSession["login"]>;

/**
 * Makes the second step; the code begins the session. Wrong codes count against the account in the sealed flow. While
 * it is paused, the upstream is not called. `returnTo` is the next page; Home if undefined.
 */
export async function confirm(input: SignInInput, login: Login, returnTo: string | undefined) {
  const { value, flow: flowSession, upstreamContext, request } = input;
  const field = CODE_FIELDS[login.secondStep];
  const sent = value[field];
  // The form belongs to another sheet, because a second tab has begun another sign-in since.
  if (sent === undefined) return stepExpired(returnTo);
  let token: string;
  try {
    const tried = await singleAttempt(
      { what: "tries:secondStep", account: login.account },
      () => confirmLogin(upstreamContext, { token: login.token, [field]: sent }),
      (error) => error instanceof UpstreamRejected,
    );
    if ("pausedUntilMs" in tried) return rateLimitError("errors.codesPaused", tried.pausedUntilMs);
    token = tried.value;
  } catch (error) {
    // This sign-in has expired; there is no session yet.
    if (error instanceof SessionExpired) return stepExpired(returnTo);
    if (error instanceof UpstreamUnavailable) {
      if (error.sent) await noteCode(login, sent);
      return unavailableError(error, "Login.unknown");
    }
    if (!(error instanceof UpstreamRejected && error.messageKey === "errors.code")) throw error;
    const isUsed = await isUsedCode(login.account, sent);
    return formError({ [field]: isUsed ? "errors.codeUsed" : error.messageKey }, { status: 401 });
  }
  await noteCode(login, sent);
  const { login: done, returnTo: _returned, ...rest } = flowSession;
  return seeOther(returnTo ?? returnTarget(flowSession, login.account) ?? "/Index/Home", {
    document: true,
    cookies: [
      await beginSession({ token, account: done?.account, securityInfo: upstreamContext.securityInfo }, request),
      await flowCookie(rest),
    ],
    // The toast also offers the app.
    toast: { key: "toasts.welcome", kind: "status", app: isIos(request.headers.get("user-agent")) ? "ios" : "other" },
  });
}

/** Notes a used code. An authenticator's code works once; each other code belongs to its step. */
async function noteCode({ secondStep, account }: Login, code: string): Promise<void> {
  if (secondStep === "google") await noteUsedCode(account, code);
}

interface Begun {
  flow: FlowSession;
  login: Login;
  upstreamContext: UpstreamContext;
  returnTo: string | undefined;
}

/** Redirects to the required second step and requests its first code. Drops other flow data to make space. */
export async function leadToSecondStep({ flow: { register, bind, ...rest }, ...begun }: Begun) {
  const { login, upstreamContext, returnTo } = begun;
  const cookies = [await flowCookie({ ...rest, login })];
  const sending = codeSending(login, upstreamContext, returnTo, cookies);
  return sending ? leadToCodeStep(sending) : seeOther(stepPath(login, returnTo), { cookies });
}

export async function sendCode({ upstreamContext }: SignInInput, login: Login, returnTo: string | undefined) {
  const sending = codeSending(login, upstreamContext, returnTo);
  return sending ? sendCodeOnce(sending) : stepExpired(returnTo);
}

/** Returns how to send a code; undefined for an authenticator, which makes its own codes. */
function codeSending(
  login: Login,
  upstreamContext: UpstreamContext,
  returnTo: string | undefined,
  cookies: readonly string[] = [],
): CodeSending | undefined {
  const { secondStep, token, account } = login;
  if (secondStep === "google") return undefined;
  return {
    request: codeRequest(login),
    tried: [{ what: "tries:secondStep", account }],
    send: () =>
      secondStep === "sms"
        ? sendSmsCode(upstreamContext, { token })
        : sendEmailCode(upstreamContext, { token, purpose: "login" }),
    page: stepPath(login, returnTo),
    cookies,
    expired: () => stepExpired(returnTo, cookies),
  };
}

const stepPath = ({ secondStep }: Login, returnTo: string | undefined) =>
  withReturnTo(`/Login?step=${secondStep}`, returnTo);

export function codeRequest({ token, account }: Login): CodeRequest {
  return { key: `login:${accountKey(account)}`, step: token, destinations: [account] };
}

export function stepExpired(returnTo: string | undefined, cookies: readonly string[] = []): Response {
  return seeOther(signInPath(returnTo), { cookies, toast: { key: "errors.stepExpired", kind: "alert" } });
}
