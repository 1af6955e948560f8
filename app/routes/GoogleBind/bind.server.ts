import { z } from "zod";
import { formAction, refuse } from "~server/action/form";
import { CODE_LENGTH } from "~server/constants";
import { flashCookie } from "~server/session/flash";
import { flowCookie, type Flow } from "~server/session/flow";
import { seeOther } from "~server/session/redirects";
import type { Session } from "~server/session/session";
import { userInfo } from "~server/upstream/account";
import { openGoogleAuthenticator, verifyGoogle } from "~server/upstream/identity";
import { Refused, Unavailable, type Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { stepPath } from "./steps";

const TRIES_PER_ACCOUNT = { points: 20, perMs: 5 * 60_000 };

/** One flat shape for the forms of the three steps; what a form needs depends on the button that was pressed. */
const schemas = {
  nothing: z.object({}),
  written: z.object({ written: z.literal("on", { errorMap: () => ({ message: "GoogleBind.keyNotWritten" }) }) }),
  confirm: z.object({
    // Never trimmed or checked against the rule of registration: it may be older than the rule.
    loginPwd: z
      .string({ required_error: "errors.passwordRequired" })
      .max(256, "errors.invalid")
      .refine((password) => password.trim() !== "", "errors.passwordRequired"),
    googleCode: z
      .string({ required_error: "errors.codeRequired" })
      .trim()
      .min(1, "errors.codeRequired")
      .regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), "errors.codeLength"),
  }),
} as const;

type Values = Partial<Record<"written" | "loginPwd" | "googleCode", string>>;
type Bind = NonNullable<Flow["bind"]>;

/** The key that is being bound, if it was shown to this very session. */
export function bindOf({ bind }: Flow, { id }: Session): Bind | undefined {
  return bind?.sessionId === id ? bind : undefined;
}

/** Leads away from a screen that opens only if googleStatus is not 1 (spec section 6). */
export async function alreadyBound(flow: Flow): Promise<Response> {
  return leave(flow, "toasts.alreadyBound");
}

/**
 * Binds an authenticator (spec sections 2, 5 and 7). `intent` is `begin` in the first step, `written` or `renew` in the second,
 * anything else in the third. The key waits in `flow`; a code that is refused leaves it as it is.
 */
export const bindAuthenticator = formAction({
  purpose: "bind",
  session: "required",
  limit: { ...TRIES_PER_ACCOUNT, key: (_form, { session }) => session?.account ?? session?.id ?? "" },
  schema: ({ intent }): z.ZodType<Values, z.ZodTypeDef, unknown> => {
    if (intent === "begin" || intent === "renew") return schemas.nothing;
    return intent === "written" ? schemas.written : schemas.confirm;
  },
  handle: async ({ value, intent, flow, caller, session }) => {
    if ((await userInfo(caller)).googleBound) return alreadyBound(flow);
    const bind = bindOf(flow, session);
    if (intent === "renew" || (intent === "begin" && !bind)) return showNewKey(caller, flow, session);
    if (!bind) return stepExpired();
    if (intent === "begin") return goOn("key", flow, bind);
    if (intent === "written") return goOn("code", flow, { ...bind, written: true });
    return bind.written ? confirm(caller, flow, bind, value) : stepExpired();
  },
});

async function showNewKey(caller: Caller, flow: Flow, session: Session) {
  const { googleKey } = await openGoogleAuthenticator(caller);
  return goOn("key", flow, { key: googleKey, sessionId: session.id });
}

async function goOn(step: "key" | "code", flow: Flow, bind: Bind) {
  return seeOther(stepPath(step), { cookies: [await flowCookie({ ...flow, bind })] });
}

async function confirm(caller: Caller, flow: Flow, bind: Bind, { loginPwd = "", googleCode = "" }: Values) {
  try {
    await verifyGoogle(caller, { googleKey: bind.key, loginPwd, googleCode });
  } catch (error) {
    // The platform's word about the code belongs to its field; everything else to the form.
    if (error instanceof Refused && error.messageKey === "errors.code") return refuse({ googleCode: "errors.code" });
    if (!(error instanceof Unavailable) || !error.sent) throw error;
    // Its answer may have been lost on the way: then the key is in force, and another one must not be made.
    const user = await unlessUnavailable(userInfo(caller));
    if (!user?.googleBound) return refuse("GoogleBind.unknown", { status: 503 });
  }
  return leave(flow, "toasts.bound");
}

/** To the account centre, without the key. */
async function leave({ bind: _done, ...flow }: Flow, key: "toasts.bound" | "toasts.alreadyBound"): Promise<Response> {
  return seeOther("/UserCenter", {
    document: true,
    cookies: [await flowCookie(flow), flashCookie({ key, kind: "status" })],
  });
}

function stepExpired(): Response {
  return seeOther(stepPath("app"), { cookies: [flashCookie({ key: "errors.stepExpired", kind: "alert" })] });
}
