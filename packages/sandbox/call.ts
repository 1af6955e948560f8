import type { Coin } from "./data/coins";
import type { Notice } from "./data/notices";
import type { Product } from "./data/power";
import type { Database } from "./database";
import type { Body, Locale } from "./values";

/**
 * Types and helpers that the parts of the sandbox share. It stands in for the upstream and is written from
 * docs/behaviour alone: it imports nothing from `server/upstream`.
 */

/** The sandbox's own clock: the real one, moved forward by `advance`. */
export interface Clock {
  nowMs(): number;
  advance(ms: number): void;
  reset(): void;
}

/** The operator's products and notices, and the orders of the first demo account. */
export interface Offer {
  readonly power: readonly Product[];
  readonly notices: readonly Notice[];
  /** Product, quantity and age of each order; together they have every status. */
  readonly orders: readonly (readonly [productId: string, quantity: string, ageMs: number])[];
}

/** Differences between platforms. */
export interface Platform {
  readonly coins: readonly Coin[];
  /** The name of the coin in which products are paid. */
  readonly money: string;
  /** The token that becomes the session: that of login_in, or the one that confirm_login returns. */
  readonly sessionToken: "first" | "confirmed";
  /** The prefix of the slider's scene, if the platform sends one. */
  readonly ncPrefix?: string;
  /** The field of upload_img's response whose name auth_realname accepts. */
  readonly photoName: "filename" | "filenameStr";
}

export interface SandboxState {
  readonly database: Database;
  readonly clock: Clock;
  readonly offer: Offer;
  readonly platform: Platform;
  /** True if e-mails that differ only in case belong to different accounts. */
  readonly tellsCaseApart: boolean;
  /** The sandbox's address, e.g. `http://127.0.0.1:4000`; image addresses begin with it. */
  readonly origin: string;
}

/** A file of a multipart body. */
export interface SentFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** True if the body was longer than the sandbox reads. */
  readonly cut: boolean;
}

/** The path prefixes of calls. */
export const EXCHANGE = "/fe-ex-api";
export const HASHRATE = "/fe-origin-hashrate-api";
export const STORAGE = "/fe-storage-api";

/** Handles one call: returns the `data` of the envelope, or throws a Refusal. */
export type Handler = (call: Call) => unknown;

/** The calls of a domain, by path. */
export type Calls = Readonly<Record<string, Handler>>;

/** A response before it is sent. */
export interface Envelope {
  code: string | number;
  msg: string;
  data: unknown;
}

/** A call in progress. */
export interface Call {
  readonly state: SandboxState;
  readonly locale: Locale;
  readonly body: Body;
  readonly files: readonly SentFile[];
  /** The header `exchange-token`, if it was sent. */
  readonly token: string | undefined;
}

/** Reads the language header. Unknown values mean the default, Traditional Chinese. */
export function localeOf(header: string | string[] | undefined): Locale {
  return header === "en_US" ? "en_US" : "el_GR";
}

/** Returns a field of a body as text; "" unless it is a string or number. */
export function textOf(body: Body, name: string): string {
  const value = body[name];
  if (typeof value === "string") return value.trim();
  return typeof value === "number" ? String(value) : "";
}

/** Returns a field of a body as a whole number between 1 and `most`, or else `fallback`. */
export function countOf(body: Body, name: string, fallback: number, most: number): number {
  const text = textOf(body, name);
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), most) : fallback;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
