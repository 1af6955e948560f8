import { optionalRead } from "~server/loader/reads";
import type { FlowSession } from "~server/session/flow-session";
import type { Session } from "~server/session/session";
import { openGoogleAuthenticator } from "~server/upstream/authenticator";
import type { UpstreamContext } from "~server/upstream/client";

/** The binding of an authenticator that is under way: its key, stored in `flow` until it is bound. */
export type Binding = NonNullable<FlowSession["bind"]>;

/** The steps of binding an authenticator, each with its own address. */
export type BindingStep = "app" | "key" | "code";

/** The address of a step. */
export function bindingPath(step: BindingStep): string {
  return step === "app" ? "/GoogleBind" : `/GoogleBind?step=${step}`;
}

/** The key that is being bound, if it was requested by this session. */
export function bindingOf({ bind }: FlowSession, { id }: Session): Binding | undefined {
  return bind?.sessionId === id ? bind : undefined;
}

/**
 * Requests a key.
 *
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function newBinding(upstreamContext: UpstreamContext, session: Session): Promise<Binding> {
  const { googleKey } = await openGoogleAuthenticator(upstreamContext);
  return { key: googleKey, sessionId: session.id };
}

/**
 * Begins a binding, or goes on with the one that is under way.
 *
 * @returns undefined where the upstream gives no key: the binding's own page has a button that asks again
 * @throws SessionExpired
 */
export async function beginBinding(
  upstreamContext: UpstreamContext,
  session: Session,
  flowSession: FlowSession,
): Promise<Binding | undefined> {
  return bindingOf(flowSession, session) ?? optionalRead(newBinding(upstreamContext, session));
}
