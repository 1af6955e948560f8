import type { POOL_SIZES } from "~server/constants";
import type { Locale } from "~server/locale";

/** On whose behalf a call is made: passed in with every call, never kept. */
export interface Caller {
  locale: Locale;
  /** The platform's session token. */
  token?: string | undefined;
  /** The JSON string that the browser supplied (behaviour 7.4). */
  securityInfo?: string | undefined;
  /** Shortens the call's own deadline. */
  deadlineMs?: number | undefined;
  /**
   * When the whole that a call is a part of must be over, on the clock of `performance.now()`, which nobody sets. It
   * does not concern a purchase or an upload: those keep their own deadlines.
   */
  deadlineAtMs?: number | undefined;
  /** The call is made behind the visitor's back: how long it takes concerns nobody. */
  nobodyWaits?: boolean | undefined;
  /** The call is a part of a payment, and never waits behind others (behaviour 7.60). */
  forMoney?: boolean | undefined;
}

/** What a call is made for: each has connections and a queue of its own (behaviour 7.60). */
export type Purpose = keyof typeof POOL_SIZES;

/** The same caller, whose calls are those of a payment. */
export function forMoney<C extends Pick<Caller, "locale" | "forMoney">>(caller: C): C & Pick<Caller, "forMoney"> {
  return { ...caller, forMoney: true };
}

/** What a call is made for. */
export function purposeOf({ forMoney, token }: Caller, { kind, sendsCode }: Sending): Purpose {
  if (forMoney || kind === "purchase") return "money";
  if (kind === "upload") return "upload";
  if (sendsCode) return "codes";
  return kind === "read" && token === undefined ? "public" : "account";
}

/** The same caller, whose reads and writes from now on must all be over within a time, however many they are. */
export function within<C extends Pick<Caller, "deadlineAtMs">>(caller: C, ms: number): C {
  return { ...caller, deadlineAtMs: performance.now() + ms };
}

/** Read: may be repeated. Write: sent once. Purchase: a write that may have been charged when no clear answer comes. */
export type Kind = "read" | "write" | "purchase" | "upload";

/** What goes over the wire in one call (behaviour 7.1). */
export interface Sending {
  kind: Kind;
  /** From the root of the platform. */
  path: string;
  /** It sends a code to a person. */
  sendsCode?: boolean;
  /** Sent as JSON; parts that are undefined are left out, and a `LosslessNumber` is a number with every digit. */
  body?: Readonly<Record<string, unknown>>;
  /** Sent as multipart, instead of `body`. */
  form?: Readonly<Record<string, string | { file: Blob; filename: string }>>;
}
