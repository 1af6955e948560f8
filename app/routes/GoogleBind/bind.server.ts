import { z } from "zod";
import { rateLimitError } from "~server/forms/pauses";
import { bindingOf, bindingPath, newBinding, type Binding, type BindingStep } from "~server/account/binding";
import { accountPassword, authenticatorCode } from "~server/forms/field-rules";
import { unavailableError } from "~server/forms/failure";
import { formAction, formError } from "~server/forms/form";
import { maxLengths } from "~server/forms/max-lengths";
import { messageKey } from "~server/i18n/message";
import { LIMITS } from "~server/limits";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import { returnToOf, withReturnTo, seeOther } from "~server/session/redirects";
import { countedAs } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { isUsedCode, noteUsedCode, singleAttempt } from "~server/store/attempt-limit";
import { userInfo } from "~server/upstream/user";
import { verifyGoogle } from "~server/upstream/authenticator";
import { UpstreamRejected, UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";

/** The schemas of the three steps have one flat type; the pressed button decides which fields are required. */
const schemas = {
  nothing: z.object({}),
  written: z.object({
    written: z.literal("on", { errorMap: () => ({ message: messageKey("GoogleBind.keyNotWritten") }) }),
  }),
  confirm: z.object({ loginPwd: accountPassword, googleCode: authenticatorCode }),
} as const;

export const BIND_LENGTHS = maxLengths(schemas.confirm);

type Values = Partial<Record<"written" | "loginPwd" | "googleCode", string>>;

const isBeforeCode = (intent: string) => intent === "begin" || intent === "renew" || intent === "written";

/** Redirects visitors who already have an authenticator: this screen is open only if googleStatus is not 1. */
export async function alreadyBound(flowSession: FlowSession, returnTo: string | undefined): Promise<Response> {
  return leave(flowSession, returnTo, "toasts.alreadyBound");
}

export function stepWithReturnTo(step: BindingStep, returnTo: string | undefined): string {
  return withReturnTo(bindingPath(step), returnTo);
}

/**
 * Binds an authenticator. `intent` is `begin`, `written` or `renew`; anything else in the third step.
 * The key is stored in `flow`; a rejected code does not change it.
 */
export const bindAuthenticator = formAction({
  purpose: "bind",
  session: "required",
  rejectedFields: (intent) => (isBeforeCode(intent) ? {} : { "errors.code": "googleCode" }),
  limit: LIMITS["form:bind"],
  schema: ({ intent }): z.ZodType<Values, z.ZodTypeDef, unknown> => {
    if (!isBeforeCode(intent)) return schemas.confirm;
    return intent === "written" ? schemas.written : schemas.nothing;
  },
  handle: async ({ value, intent, flow: flowSession, upstreamContext, session, request }) => {
    const returnTo = returnToOf(new URL(request.url).searchParams);
    if ((await userInfo(upstreamContext)).googleBound) return alreadyBound(flowSession, returnTo);
    const bind = bindingOf(flowSession, session);
    const goOn = async (step: "key" | "code", next: Binding) =>
      seeOther(stepWithReturnTo(step, returnTo), { cookies: [await flowCookie({ ...flowSession, bind: next })] });
    if (intent === "renew" || (intent === "begin" && !bind))
      return goOn("key", await newBinding(upstreamContext, session));
    if (!bind) return stepExpired(returnTo);
    if (intent === "begin") return goOn("key", bind);
    if (intent === "written") return goOn("code", { ...bind, written: true });
    if (!bind.written) return stepExpired(returnTo);
    return (await confirm(upstreamContext, session, bind, value)) ?? leave(flowSession, returnTo, "toasts.bound");
  },
});

/**
 * Binds the key; a message if the result is unknown or the code was used before. Wrong passwords and codes pause the
 * account, so that nobody can guess the password with a stolen session.
 */
async function confirm(
  upstreamContext: UpstreamContext,
  session: Session,
  bind: Binding,
  { loginPwd = "", googleCode = "" }: Values,
) {
  const account = session.account ?? session.id;
  try {
    const tried = await singleAttempt(
      { what: "tries:binding", account: countedAs(session) },
      () => verifyGoogle(upstreamContext, { googleKey: bind.key, loginPwd, googleCode }),
      (error) => error instanceof UpstreamRejected,
    );
    if ("pausedUntilMs" in tried) return rateLimitError("GoogleBind.triesPaused", tried.pausedUntilMs);
    await noteUsedCode(account, googleCode);
  } catch (error) {
    const isWrongCode = error instanceof UpstreamRejected && error.messageKey === "errors.code";
    if (isWrongCode && (await isUsedCode(account, googleCode))) return formError({ googleCode: "errors.codeUsed" });
    if (!(error instanceof UpstreamUnavailable) || !error.sent) throw error;
    await noteUsedCode(account, googleCode);
    // The upstream may have bound the key although its response was lost, so we must not make another one.
    const user = await optionalRead(userInfo(upstreamContext));
    if (!user?.googleBound) return unavailableError(error, "GoogleBind.unknown");
  }
  return null;
}

async function leave(
  { bind: _done, ...flowSession }: FlowSession,
  returnTo: string | undefined,
  key: "toasts.bound" | "toasts.alreadyBound",
): Promise<Response> {
  return seeOther(returnTo ?? "/UserCenter", {
    document: true,
    cookies: [await flowCookie(flowSession)],
    toast: { key, kind: "status" },
  });
}

function stepExpired(returnTo: string | undefined): Response {
  return seeOther(stepWithReturnTo("app", returnTo), { toast: { key: "errors.stepExpired", kind: "alert" } });
}
