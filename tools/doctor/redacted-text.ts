import { LosslessNumber } from "lossless-json";
import { isObject } from "@storefront/upstream-client/json";

/** What a terminal may be shown of what the upstream sends: escaped, short, and nothing that is somebody's own. */

const TEXT_MAX_LENGTH = 400;
/** So much of a text is looked through for what must not be shown. */
const READ_MAX_LENGTH = 4_000;
const PATTERN_MAX_LENGTH = 32;
/** A shorter secret would take ordinary letters out of a text. */
const SECRET_MIN_LENGTH = 4;
const E_MAIL = /[^\s@,:;"'()<>]+@[^\s@,:;"'()<>]+/g;

/**
 * The form of a value without its contents: each letter as `a`, each digit as `9`.
 *
 * @returns for `"1,250.00 USDT"` the text `"9,999.99 aaaa"`
 */
export function patternOf(value: unknown): string {
  if (value instanceof LosslessNumber) return value.value.replace(/\d/g, "9").slice(0, PATTERN_MAX_LENGTH);
  if (typeof value === "string") {
    const pattern = value.slice(0, PATTERN_MAX_LENGTH).replace(/\p{L}/gu, "a").replace(/\p{N}/gu, "9");
    return `"${pattern}${value.length > PATTERN_MAX_LENGTH ? "…" : ""}"`;
  }
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : String(value);
}

/** A status as the upstream sends it, where it is a number or a word; otherwise its form. */
export function shownStatus(raw: string): string {
  return /^[\w.-]{1,32}$/.test(raw) ? raw : patternOf(raw);
}

/** Makes a text of a report fit for a terminal, and for a log of CI: nothing in it moves the cursor or is a secret. */
export function cleaner(secrets: readonly string[]): (text: string) => string {
  const hidden = secrets.filter(({ length }) => length >= SECRET_MIN_LENGTH);
  return (text) => {
    const begun = hidden.reduce((rest, secret) => rest.replaceAll(secret, "…"), text).slice(0, READ_MAX_LENGTH);
    const known = begun.replace(E_MAIL, "(e-mail)");
    const plain = known.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ""}}`);
    return plain.length > TEXT_MAX_LENGTH ? `${plain.slice(0, TEXT_MAX_LENGTH)}…` : plain;
  };
}
