import type { z } from "zod";
import { reportFailedCall } from "./failed-call";
import { SessionExpired, UpstreamUnavailable } from "./failures";
import type { Call, UpstreamContext } from "./request";
import type { Transport } from "./transport";

/** The context of a public read: a language and time limits, and no visitor. */
export type PublicContext = Pick<UpstreamContext, "locale" | "deadlineMs" | "deadlineAtMs" | "forPayment">;
/** The same, and how it came about. */
export type AnonymousContext = PublicContext & Pick<UpstreamContext, "isBackground" | "isGuess">;

/** A read of what is the same for everybody. */
export type AnonymousCall<S extends z.ZodTypeAny> = Omit<Call<S>, "kind" | "form">;

export type AnonymousCallFunctions = ReturnType<typeof createAnonymousCall>;

export function createAnonymousCall<Context extends UpstreamContext>({ call }: Transport<Context>) {
  /**
   * A read without a visitor's token or other data, whatever is in the context.
   *
   * @throws Rejection, UpstreamUnavailable; never SessionExpired: no session was sent, so none can have expired, and
   *   the page that expiry leads to makes such reads itself
   */
  return async function anonymousCall<S extends z.ZodTypeAny>(
    { locale, deadlineMs, deadlineAtMs, isBackground, isGuess, forPayment }: AnonymousContext,
    request: AnonymousCall<S>,
  ): Promise<z.output<S>> {
    // The additions of a product to its contexts are optional, and all of them belong to a visitor.
    const anonymous = { locale, deadlineMs, deadlineAtMs, isBackground, isGuess, forPayment } as Context;
    const read = { ...request, kind: "read" } as const;
    const startedAtMs = performance.now();
    try {
      return await call(anonymous, read);
    } catch (error) {
      if (!(error instanceof SessionExpired)) throw error;
      throw reportFailedCall(
        read,
        new UpstreamUnavailable("a session asked for where none is needed", true),
        startedAtMs,
      );
    }
  };
}
