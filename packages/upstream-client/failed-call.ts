import { log } from "@storefront/observability/log";
import type { UpstreamUnavailable } from "./failures";
import type { UpstreamRequest } from "./request";

/**
 * Writes the one line that a failed call of the upstream leaves: what an operator needs to find the cause, and nothing
 * of the request or of the response. The log adds the id of the request that the call was made for. A rejection is a
 * clear response and leaves none.
 *
 * @param call which one; its path is the same for every visitor
 * @param failure why there is no usable response, and whether the request may have reached the upstream
 * @param startedAtMs when the call began, on the clock of `performance.now()`
 * @returns the failure, to be thrown
 */
export function reportFailedCall<Failure extends UpstreamUnavailable>(
  { path, kind }: Pick<UpstreamRequest, "path" | "kind">,
  failure: Failure,
  startedAtMs: number,
): Failure {
  const { message: reason, sent } = failure;
  const ms = Math.round(performance.now() - startedAtMs);
  log().warn({ call: path, kind, reason, sent, ms }, "the upstream gave no usable response");
  return failure;
}
