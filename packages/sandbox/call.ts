import type { Coin } from "./data/coins";
import type { Notice } from "./data/notices";
import type { Product } from "./data/power";
import type { Database } from "./database";
import type { Body, Locale } from "./values";

/**
 * Types and helpers that the parts of the sandbox share. It stands in for the upstream, and is written from its own
 * reading of docs/behaviour: it imports nothing of `server/upstream`.
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
  /** Product, quantity, age: every status is among them. */
  readonly orders: readonly (readonly [productId: string, quantity: string, ageMs: number])[];
}

/** Differences between platforms. */
export interface Platform {
  readonly coins: readonly Coin[];
  /** The coin that products cost, by its own name. */
  readonly money: string;
  /** Which token is the session: the one of login_in, or the one that confirm_login returns. */
  readonly sessionToken: "first" | "confirmed";
  /** The beginning of the slider's scene, where the platform sends one. */
  readonly ncPrefix?: string;
  /** The field of upload_img with the name that auth_realname takes. */
  readonly photoName: "filename" | "filenameStr";
}

export interface SandboxState {
  readonly database: Database;
  readonly clock: Clock;
  readonly offer: Offer;
  readonly platform: Platform;
  /** True if accounts that differ in the case of a letter are two. */
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
  /** The body was longer than the sandbox reads. */
  readonly cut: boolean;
}

/** The path prefixes of calls. */
export const EXCHANGE = "/fe-ex-api";
export const HASHRATE = "/fe-origin-hashrate-api";
export const STORAGE = "/fe-storage-api";

/** Handles one call: returns the `data` of the envelope, or throws a Refusal. */
export type Handler = (call: Call) => unknown;

/** The calls of a domain, each by its path. */
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
  /** `exchange-token`, when sent. */
  readonly token: string | undefined;
}

/** Reads the language header; anything unknown is the default, Traditional Chinese. */
export function localeOf(header: string | string[] | undefined): Locale {
  return header === "en_US" ? "en_US" : "el_GR";
}

/** A field of a body as text: strings and numbers count, anything else is blank. */
export function textOf(body: Body, name: string): string {
  const value = body[name];
  if (typeof value === "string") return value.trim();
  return typeof value === "number" ? String(value) : "";
}

/** A field of a body as a whole number between 1 and `most`, else `fallback`. */
export function countOf(body: Body, name: string, fallback: number, most: number): number {
  const text = textOf(body, name);
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), most) : fallback;
}

/** True if a value is a JSON object (not a list, not null). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
