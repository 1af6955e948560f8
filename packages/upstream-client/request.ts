import { createHash } from "node:crypto";
import type { z } from "zod";

/** The context of a call. A product may add optional parts. */
export interface UpstreamContext {
  locale: string;
  token?: string | undefined;
  /** The visitor's network; all its failures count as one, however many sessions it has. */
  network?: string | undefined;
  deadlineMs?: number | undefined;
  /** The deadline for everything together, in `performance.now()`. Purchases and uploads have their own. */
  deadlineAtMs?: number | undefined;
  /** No visitor waits for it. */
  isBackground?: boolean | undefined;
  /** The call's id may be made up, so a failure says little about the upstream. */
  isGuess?: boolean | undefined;
  /** The payer; the call then never waits behind calls of other kinds. */
  forPayment?: string | undefined;
}

/** The context of a public read: no visitor. */
export type PublicContext = Pick<UpstreamContext, "locale" | "deadlineMs" | "deadlineAtMs" | "forPayment" | "network">;
export type AnonymousContext = PublicContext & Pick<UpstreamContext, "isBackground" | "isGuess">;

/** The purposes of calls; each has its own connections and queue. */
export const PURPOSES = ["public", "account", "money", "upload", "codes"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A read may be repeated; a purchase may have been charged without a clear response. */
export type Kind = "read" | "write" | "purchase" | "upload";

export interface UpstreamRequest {
  kind: Kind;
  /** From the base URL; the same for every visitor, because logs and breakers name it. */
  path: string;
  sendsCode?: boolean;
  /** Sent as JSON, without undefined parts. */
  body?: Readonly<Record<string, unknown>>;
  /**
   * Asked when its turn has come and again once connected; if false, the call is never sent. Only for calls with a
   * connection of their own, not for reads.
   */
  mayBeSent?: () => Promise<boolean>;
  /** A read with its own connection, so that a gateway cannot hand it another visitor's response. */
  ownConnection?: boolean;
  /** Sent as multipart, instead of `body`. */
  form?: Readonly<Record<string, string | { file: Blob; filename: string }>>;
}

export interface Call<S extends z.ZodTypeAny> extends UpstreamRequest {
  schema: S;
  /** HTTP 404, and success without data, mean that it does not exist (`UpstreamNotFound`). */
  mayBeAbsent?: boolean;
}

/** A read of data that is the same for everybody. */
export type AnonymousCall<S extends z.ZodTypeAny> = Omit<Call<S>, "kind" | "form">;

/** The payer of a context, else its session; all strangers count as one. */
export const payerOf = ({ forPayment, token }: Pick<UpstreamContext, "token" | "forPayment">): string =>
  forPayment ?? (token === undefined ? "strangers" : digest(token));

export function forPayment<C extends Pick<UpstreamContext, "locale" | "token" | "forPayment">>(
  context: C,
  name = payerOf(context),
): C & Pick<UpstreamContext, "forPayment"> {
  return { ...context, forPayment: name };
}

/** Instead of a token, which is never stored. */
export const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The same context, with a deadline for all its reads and writes together. */
export function within<C extends Pick<UpstreamContext, "deadlineAtMs">>(context: C, ms: number): C {
  return { ...context, deadlineAtMs: performance.now() + ms };
}

export function purposeOf({ forPayment, token }: UpstreamContext, { kind, sendsCode }: UpstreamRequest): Purpose {
  if (forPayment !== undefined || kind === "purchase") return "money";
  if (kind === "upload") return "upload";
  if (sendsCode) return "codes";
  return kind === "read" && token === undefined ? "public" : "account";
}
