import { messageFor, type MessageKey } from "./errors";

/** How a call of the platform can fail; every other module has them from `transport.ts`. */

/**
 * The platform answered, with a code other than 0 (behaviour 8.1). Nothing happened there, except that a payment may
 * have been charged where the catalogue does not name the code (behaviour 13.9).
 */
export class Refused extends Error {
  override name = "Refused";
  /** The text for the visitor; for `errors.server` it is `upstreamMessage`. */
  readonly messageKey: MessageKey;
  /** The platform's message as one line of plain text, at most 200 characters, where the catalogue has no text. */
  readonly upstreamMessage?: string | undefined;

  constructor(
    readonly code: string,
    serverMessage?: string,
  ) {
    super(`The platform refused with code ${code}`);
    const { messageKey, upstreamMessage } = messageFor(code, serverMessage);
    this.messageKey = messageKey;
    this.upstreamMessage = upstreamMessage;
  }
}

/** The platform says that the session, or the token of a second step, has expired: 10002, 10021 or 3. */
export class Expired extends Error {
  override name = "Expired";

  constructor() {
    super("The platform's session has expired");
  }
}

/** There is no usable answer. */
export class Unavailable extends Error {
  override name = "Unavailable";

  /**
   * @param reason for the log: never a part of the request or of the answer
   * @param sent false: no connection was made, so the request cannot have reached the platform; true: it may have
   */
  constructor(
    reason: string,
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

/**
 * The platform says clearly that what was asked for does not exist: HTTP 404, or success without data. Only calls that
 * say `mayBeAbsent` tell it apart; for all others it is an `Unavailable`.
 */
export class Absent extends Unavailable {
  override name = "Absent";
}

/** HTTP 403 without an envelope: the answer does not tell whether a firewall or the platform sent it. */
export class Forbidden extends Unavailable {}
