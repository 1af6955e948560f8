import { createHash } from "node:crypto";
import type { z } from "zod";

/** The context of a call. A product may add optional parts. */
export interface UpstreamContext {
  locale: string;
  token?: string | undefined;
  /** The visitor's network. All its failures count as one, however many sessions it has. */
  network?: string | undefined;
  deadlineMs?: number | undefined;
  /** The deadline for all calls together, in `performance.now()`. Purchases and uploads have their own. */
  deadlineAtMs?: number | undefined;
  /** True if no visitor waits for the call. */
  isBackground?: boolean | undefined;
  /** True if the call's id may be made up, so that a failure says little about the upstream. */
  isGuess?: boolean | undefined;
  /** The payer. The call then never waits behind calls of other kinds. */
  forPayment?: string | undefined;
}

/** The context of a public read, which belongs to no visitor. */
export type PublicContext = Pick<UpstreamContext, "locale" | "deadlineMs" | "deadlineAtMs" | "forPayment" | "network">;
export type AnonymousContext = PublicContext & Pick<UpstreamContext, "isBackground" | "isGuess">;

/** The purposes of calls. Each has its own connections and queue. */
export const PURPOSES = ["public", "account", "money", "upload", "codes"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A read may be repeated; a purchase may have been charged without a clear response. */
export type Kind = "read" | "write" | "purchase" | "upload";

export interface UpstreamRequest {
  kind: Kind;
  /** The path after the base URL. It is the same for every visitor, because logs and breakers name it. */
  path: string;
  sendsCode?: boolean;
  /** The body, sent as JSON without undefined parts. */
  body?: Readonly<Record<string, unknown>>;
  /** Called at the call's turn and when connected; false prevents it. Not for reads, which share connections. */
  mayBeSent?: () => Promise<boolean>;
  /** True for a read with its own connection, so that a gateway cannot give it another visitor's response. */
  ownConnection?: boolean;
  /** The parts of a multipart body, sent instead of `body`. */
  form?: Readonly<Record<string, string | { file: Blob; filename: string }>>;
}

export interface Call<S extends z.ZodTypeAny> extends UpstreamRequest {
  schema: S;
  /** True if HTTP 404, or success without data, means that the item does not exist (`UpstreamNotFound`). */
  mayBeAbsent?: boolean;
}

/** A read of data that is the same for everybody. */
export type AnonymousCall<S extends z.ZodTypeAny> = Omit<Call<S>, "kind" | "form">;

/** Returns the payer of a context, or else its session; all strangers count as one. */
export const payerOf = ({ forPayment, token }: Pick<UpstreamContext, "token" | "forPayment">): string =>
  forPayment ?? (token === undefined ? "strangers" : digest(token));

export function forPayment<C extends Pick<UpstreamContext, "locale" | "token" | "forPayment">>(
  context: C,
  name = payerOf(context),
): C & Pick<UpstreamContext, "forPayment"> {
  return { ...context, forPayment: name };
}

/** Returns a hash, which is stored instead of a token. */
export const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Returns the same context with one deadline for all its reads and writes together. */
export function within<C extends Pick<UpstreamContext, "deadlineAtMs">>(context: C, ms: number): C {
  return { ...context, deadlineAtMs: performance.now() + ms };
}

export function purposeOf({ forPayment, token }: UpstreamContext, { kind, sendsCode }: UpstreamRequest): Purpose {
  if (forPayment !== undefined || kind === "purchase") return "money";
  if (kind === "upload") return "upload";
  if (sendsCode) return "codes";
  return kind === "read" && token === undefined ? "public" : "account";
}
