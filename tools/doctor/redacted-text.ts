import { LosslessNumber } from "lossless-json";
import { isObject } from "@storefront/upstream-client/json";

const TEXT_MAX_LENGTH = 400;
/** Secrets are searched for only in this part of a text. */
const READ_MAX_LENGTH = 4_000;
const PATTERN_MAX_LENGTH = 32;
/** Removing a shorter secret would remove ordinary letters. */
const SECRET_MIN_LENGTH = 4;
const E_MAIL = /[^\s@,:;"'()<>]+@[^\s@,:;"'()<>]+/g;

/** Returns the form of a value without its contents: `"1,250.00 USDT"` → `"9,999.99 aaaa"`. */
export function patternOf(value: unknown): string {
  if (value instanceof LosslessNumber) return value.value.replace(/\d/g, "9").slice(0, PATTERN_MAX_LENGTH);
  if (typeof value === "string") {
    const pattern = value.slice(0, PATTERN_MAX_LENGTH).replace(/\p{L}/gu, "a").replace(/\p{N}/gu, "9");
    return `"${pattern}${value.length > PATTERN_MAX_LENGTH ? "…" : ""}"`;
  }
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : String(value);
}

/** Returns numbers and words unchanged, and only the form of anything else. */
export function shownStatus(raw: string): string {
  return /^[\w.-]{1,32}$/.test(raw) ? raw : patternOf(raw);
}

/** Makes a filter that prepares texts for a terminal or CI log: no cursor movement, no secret. */
export function cleaner(secrets: readonly string[]): (text: string) => string {
  const hidden = secrets.filter(({ length }) => length >= SECRET_MIN_LENGTH);
  return (text) => {
    const begun = hidden.reduce((rest, secret) => rest.replaceAll(secret, "…"), text).slice(0, READ_MAX_LENGTH);
    const known = begun.replace(E_MAIL, "(e-mail)");
    const plain = known.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ""}}`);
    return plain.length > TEXT_MAX_LENGTH ? `${plain.slice(0, TEXT_MAX_LENGTH)}…` : plain;
  };
}
