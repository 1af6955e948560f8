import { z } from "zod";
import { reportFailedCall } from "./failed-call";
import { call, EXCHANGE, Expired, Unavailable, type Call, type Caller } from "./transport";

/** Who makes a public read: a language and time limits, and nobody in particular. */
export type PublicCaller = Pick<Caller, "locale" | "deadlineMs" | "deadlineAtMs" | "forMoney">;
/** Who makes it, and whether anybody waits for it. */
export type Asking = PublicCaller & Pick<Caller, "nobodyWaits">;

/**
 * A read that no visitor's token, security info or account goes with, whatever the caller holds.
 *
 * @throws Refused, Unavailable; never Expired: no session was shown, so none can have expired, and the page that expiry
 *   leads to makes such reads itself
 */
export async function anonymousCall<S extends z.ZodTypeAny>(
  { locale, deadlineMs, deadlineAtMs, nobodyWaits, forMoney }: Asking,
  wanted: Omit<Call<S>, "kind" | "form">,
): Promise<z.output<S>> {
  const read = { ...wanted, kind: "read" } as const;
  const startedAtMs = performance.now();
  try {
    return await call({ locale, deadlineMs, deadlineAtMs, nobodyWaits, forMoney }, read);
  } catch (error) {
    if (!(error instanceof Expired)) throw error;
    throw reportFailedCall(read, new Unavailable("a session asked for where none is needed", true), startedAtMs);
  }
}

/**
 * Whether the platform answers, for `/readyz`: one call of public_info, uncached.
 *
 * @returns false instead of throwing
 */
export function probe(): Promise<boolean> {
  const path = `${EXCHANGE}/common/public_info_v5`;
  return anonymousCall({ locale: "el_GR" }, { path, schema: z.unknown() }).then(
    () => true,
    () => false,
  );
}
