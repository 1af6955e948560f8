import { createHash } from "node:crypto";
import type { z } from "zod";

/** The context of a call: passed in with every call, never stored. A product may add optional parts. */
export interface UpstreamContext {
  /** The language of what the upstream writes; a part of the cache's key. */
  locale: string;
  /** The upstream's session token. */
  token?: string | undefined;
  /** The visitor's network: whatever fails for it counts as one failure, however many sessions it has. */
  network?: string | undefined;
  /** Shortens the call's own deadline. */
  deadlineMs?: number | undefined;
  /**
   * When the whole that a call is a part of must be over, on the clock of `performance.now()`, which is never set back.
   * It does not concern a purchase or an upload: those have their own deadlines.
   */
  deadlineAtMs?: number | undefined;
  /** The call runs in the background: its duration delays no visitor. */
  isBackground?: boolean | undefined;
  /** The id in the request comes from an address and may be made up: its failure says little about the upstream. */
  isGuess?: boolean | undefined;
  /** The call is a part of a payment by whom this names, and never waits behind calls of other kinds. */
  forPayment?: string | undefined;
}

/** The purposes of calls: each has connections and a queue of its own. */
export const PURPOSES = ["public", "account", "money", "upload", "codes"] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * Read: may be repeated. Write: sent once. Purchase: a write that may have been charged when no clear response comes.
 */
export type Kind = "read" | "write" | "purchase" | "upload";

/** The request of one call. */
export interface UpstreamRequest {
  kind: Kind;
  /** From the base URL; the same for every visitor, since logs and breakers name it. */
  path: string;
  /** It sends a code to a person. */
  sendsCode?: boolean;
  /** Sent as JSON; parts that are undefined are omitted, and a `LosslessNumber` is a number with every digit. */
  body?: Readonly<Record<string, unknown>>;
  /**
   * Asked right before it is sent: when its turn among the calls has come, and again once the connection stands. If
   * not, it is never sent. For calls with a connection of their own, which reads have not.
   */
  mayBeSent?: () => Promise<boolean>;
  /** A read with a connection of its own: what it says must not be what a gateway has sent another visitor twice. */
  ownConnection?: boolean;
  /** Sent as multipart, instead of `body`. */
  form?: Readonly<Record<string, string | { file: Blob; filename: string }>>;
}

/** One call. */
export interface Call<S extends z.ZodTypeAny> extends UpstreamRequest {
  /** How the data of the response is read. */
  schema: S;
  /**
   * What is requested may not exist: HTTP 404, and success without data, are then a clear response
   * (`UpstreamNotFound`).
   */
  mayBeAbsent?: boolean;
}

/** The payer that a context names, else its session by a digest of the token; all strangers are one. */
export const payerOf = ({ forPayment, token }: Pick<UpstreamContext, "token" | "forPayment">): string =>
  forPayment ?? (token === undefined ? "strangers" : digest(token));

/** The same context, whose calls are those of a payment. */
export function forPayment<C extends Pick<UpstreamContext, "locale" | "token" | "forPayment">>(
  context: C,
  name = payerOf(context),
): C & Pick<UpstreamContext, "forPayment"> {
  return { ...context, forPayment: name };
}

/** Tokens are not stored. */
export const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The same context, whose reads and writes from now on must all be over within a time, however many they are. */
export function within<C extends Pick<UpstreamContext, "deadlineAtMs">>(context: C, ms: number): C {
  return { ...context, deadlineAtMs: performance.now() + ms };
}

/** The purpose of a call. */
export function purposeOf({ forPayment, token }: UpstreamContext, { kind, sendsCode }: UpstreamRequest): Purpose {
  if (forPayment !== undefined || kind === "purchase") return "money";
  if (kind === "upload") return "upload";
  if (sendsCode) return "codes";
  return kind === "read" && token === undefined ? "public" : "account";
}
