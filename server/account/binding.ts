import { optionalRead } from "~server/loader/reads";
import type { FlowSession } from "~server/session/flow-session";
import type { Session } from "~server/session/session";
import { openGoogleAuthenticator } from "~server/upstream/authenticator";
import type { UpstreamContext } from "~server/upstream/client";

export type Binding = NonNullable<FlowSession["bind"]>;

export type BindingStep = "app" | "key" | "code";

export function bindingPath(step: BindingStep): string {
  return step === "app" ? "/GoogleBind" : `/GoogleBind?step=${step}`;
}

export function bindingOf({ bind }: FlowSession, { id }: Session): Binding | undefined {
  return bind?.sessionId === id ? bind : undefined;
}

export async function newBinding(upstreamContext: UpstreamContext, session: Session): Promise<Binding> {
  const { googleKey } = await openGoogleAuthenticator(upstreamContext);
  return { key: googleKey, sessionId: session.id };
}

/** Continues the flow's binding or begins one. Returns undefined if the upstream gives no key. */
export async function beginBinding(
  upstreamContext: UpstreamContext,
  session: Session,
  flowSession: FlowSession,
): Promise<Binding | undefined> {
  return bindingOf(flowSession, session) ?? optionalRead(newBinding(upstreamContext, session));
}
