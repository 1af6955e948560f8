import { log } from "@storefront/observability/log";
import type { UpstreamRequest } from "./request";

/** The upstream rejected the call. If the code is known, the call had no effect there. */
export class Rejection extends Error {
  override name = "Rejection";

  /** @param isInWords true if the rejection has a reason; then no cached response is shown instead */
  constructor(
    readonly code: string,
    readonly isInWords: boolean,
  ) {
    super(`The upstream refused with code ${code}`);
  }
}

export class SessionExpired extends Error {
  override name = "SessionExpired";

  constructor() {
    super("The upstream session has expired");
  }
}

export class UpstreamUnavailable extends Error {
  override name = "UpstreamUnavailable";

  /** @param reason for the log, never part of request or response; `sent`: the request may have reached the upstream */
  constructor(
    reason: string,
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

/** The upstream, or a gateway in front of it, sent an unusable response. */
export class UnusableResponse extends UpstreamUnavailable {}

/** The requested item does not exist (HTTP 404, or success without data). Only calls with `mayBeAbsent` throw it. */
export class UpstreamNotFound extends UnusableResponse {
  override name = "UpstreamNotFound";
}

export class UpstreamTimedOut extends UpstreamUnavailable {
  constructor() {
    super("deadline passed", true);
  }
}

/** HTTP 403 without an envelope, from a firewall or the upstream. */
export class Forbidden extends UnusableResponse {}

export function outcomeOf(error: unknown): string {
  if (error instanceof Rejection) return "rejected";
  if (error instanceof SessionExpired) return "session_expired";
  if (error instanceof UpstreamNotFound) return "not_found";
  if (error instanceof UpstreamTimedOut) return "timed_out";
  return error instanceof UpstreamUnavailable ? "unavailable" : "failed";
}

/** Logs a failed call that began at `startedAtMs` (`performance.now()`) by its path alone; returns it, to be thrown. */
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
