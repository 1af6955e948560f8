/** How a call of the upstream can fail. */

/**
 * The upstream answered, and said no. Nothing happened there, as far as its code has a known meaning. Products derive
 * their own from it, with the words for their visitors.
 */
export class Rejection extends Error {
  override name = "Rejection";

  /**
   * @param code the upstream's, as text
   * @param isInWords it says why: what was read before is not shown over it
   */
  constructor(
    readonly code: string,
    readonly isInWords: boolean,
  ) {
    super(`The platform refused with code ${code}`);
  }
}

/** The upstream says that the session, or the token of a step, has expired. */
export class SessionExpired extends Error {
  override name = "SessionExpired";

  constructor() {
    super("The platform's session has expired");
  }
}

/** There is no usable answer. */
export class UpstreamUnavailable extends Error {
  override name = "UpstreamUnavailable";

  /**
   * @param reason for the log: never a part of the request or of the answer
   * @param sent false: no connection was made, so the request cannot have reached the upstream; true: it may have
   */
  constructor(
    reason: string,
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

/**
 * The upstream says clearly that what was asked for does not exist: HTTP 404, or success without data. Only calls that
 * say `mayBeAbsent` tell it apart; for all others it is an `UpstreamUnavailable`.
 */
export class UpstreamNotFound extends UpstreamUnavailable {
  override name = "UpstreamNotFound";
}

/** It was sent, and a deadline has passed without an answer. */
export class UpstreamTimedOut extends UpstreamUnavailable {
  constructor() {
    super("deadline passed", true);
  }
}

/** HTTP 403 without an envelope: the answer does not tell whether a firewall or the upstream sent it. */
export class Forbidden extends UpstreamUnavailable {}
