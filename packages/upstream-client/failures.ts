/** How a call of the upstream can fail. */

/**
 * The upstream rejected the call. Nothing happened there, as far as its code has a known meaning. Products derive their
 * own from it, with the words for their visitors.
 */
export class Rejection extends Error {
  override name = "Rejection";

  /**
   * @param code the upstream's, as text
   * @param isInWords it has a reason: no cached response is shown instead
   */
  constructor(
    readonly code: string,
    readonly isInWords: boolean,
  ) {
    super(`The upstream refused with code ${code}`);
  }
}

/** The upstream reports that the session, or the token of a step, has expired. */
export class SessionExpired extends Error {
  override name = "SessionExpired";

  constructor() {
    super("The upstream session has expired");
  }
}

/** There is no usable response. */
export class UpstreamUnavailable extends Error {
  override name = "UpstreamUnavailable";

  /**
   * @param reason for the log: never a part of the request or of the response
   * @param sent false: no connection was made, so the request cannot have reached the upstream; true: it may have
   */
  constructor(
    reason: string,
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

/** The upstream, or a gateway before it, responded: not with a usable response. */
export class UnusableResponse extends UpstreamUnavailable {}

/**
 * The upstream reports clearly that what was requested does not exist: HTTP 404, or success without data. Only calls
 * with `mayBeAbsent` distinguish it; for all others it is an `UpstreamUnavailable`.
 */
export class UpstreamNotFound extends UnusableResponse {
  override name = "UpstreamNotFound";
}

/** It was sent, and a deadline has passed without a response. */
export class UpstreamTimedOut extends UpstreamUnavailable {
  constructor() {
    super("deadline passed", true);
  }
}

/** HTTP 403 without an envelope: the response does not show whether a firewall or the upstream sent it. */
export class Forbidden extends UnusableResponse {}

/** What came of a call that failed, in a word for traces. */
export function outcomeOf(error: unknown): string {
  if (error instanceof Rejection) return "rejected";
  if (error instanceof SessionExpired) return "session_expired";
  if (error instanceof UpstreamNotFound) return "not_found";
  if (error instanceof UpstreamTimedOut) return "timed_out";
  return error instanceof UpstreamUnavailable ? "unavailable" : "failed";
}
