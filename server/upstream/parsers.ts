import { LosslessNumber } from "lossless-json";
import { LRUCache } from "lru-cache";
import { turnBudget } from "@storefront/upstream-client/turn-budget";
import { BROKEN } from "@storefront/upstream-client/json";
import { ownText } from "@storefront/upstream-client/own-texts";
import sanitizeHtml from "sanitize-html";

/** Maximum shown length of a notice or introduction. The page says if it was cut. */
export const TEXT_MAX_BYTES = 64 * 1024;

/** Parses one value of a response; undefined if it is malformed. */
export type Read<T> = (value: unknown) => T | undefined;

export const MISSING = "—";

/** Texts that programs write for a missing value. */
const NO_VALUE = /^(?:NaN|[+-]?Infinity|null|undefined|\[object \w+\])$/;

/** True if a text was not sent as UTF-8. It has lost characters, so it is neither shown nor used as a name or id. */
export function isBroken(text: string): boolean {
  return text.includes(BROKEN);
}

function meant(text: string): string | undefined {
  const trimmed = text.trim();
  return NO_VALUE.test(trimmed) || isBroken(trimmed) ? undefined : trimmed;
}

/** Maximum length of a single value; trimming millions of spaces takes milliseconds. */
export const VALUE_MAX_LENGTH = 16 * 1024;

function asText(value: unknown): string | undefined {
  if (value instanceof LosslessNumber) return value.value;
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === "bigint") return String(value);
  return typeof value === "string" && value.length <= VALUE_MAX_LENGTH ? meant(value) : undefined;
}

const DECIMAL = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d{1,2}))?$/i;
/** Matches most decimals, which then need no further work. */
const PLAIN_DECIMAL = /^(?:0|[1-9]\d{0,19})(?:\.\d{0,17}[1-9])?$/;
const DECIMAL_TEXT_MAX = 100;
const DECIMAL_DIGITS_MAX = 40;

/** Parses a decimal without loss: `"1e3"` → `"1000"`, `1.50` → `"1.5"`. Refuses separators, units, over 40 digits. */
export const decimal: Read<string> = (value) => {
  const text = asText(value);
  if (text !== undefined && PLAIN_DECIMAL.test(text)) return text;
  return text === undefined || text.length > DECIMAL_TEXT_MAX ? undefined : plainDecimal(text);
};

/** Moves a decimal's point without arithmetic: big.js takes 14 µs, and a response may have 40,000 decimals. */
function plainDecimal(text: string): string | undefined {
  const parts = DECIMAL.exec(text);
  if (!parts) return undefined;
  const [, sign, whole = "", after = "", alone = "", exponent = "0"] = parts;
  const sent = whole + after + alone;
  const first = sent.search(/[1-9]/);
  if (first < 0) return "0";
  let last = sent.length - 1;
  while (sent[last] === "0") last -= 1;
  const digits = sent.slice(first, last + 1);
  /** The number of digits before the point; negative if zeros follow it. */
  const before = whole.length + Number(exponent) - first;
  if ((before > 0 ? Math.max(before, digits.length) : 1 - before + digits.length) > DECIMAL_DIGITS_MAX)
    return undefined;
  const minus = sign === "-" ? "-" : "";
  if (before <= 0) return `${minus}0.${"0".repeat(-before)}${digits}`;
  if (before >= digits.length) return minus + digits.padEnd(before, "0");
  return `${minus}${digits.slice(0, before)}.${digits.slice(before)}`;
}

export const amount: Read<string> = (value) => {
  const read = decimal(value);
  return read?.startsWith("-") ? undefined : read;
};

export const wholeNumber: Read<number> = (value) => {
  const read = decimal(value);
  return read !== undefined && /^\d{1,9}$/.test(read) ? Number.parseInt(read, 10) : undefined;
};

/** Reads a position in the upstream's order; unreadable positions come last. */
export const place = (value: unknown): number => Number(decimal(value) ?? 999_999_999);

/** True for 1, "1" and true; false for everything else, including `"0"`. */
export const isOne: Read<boolean> = (value) => value === true || asText(value) === "1";

/** Reads a number in canonical digits, or a short word. */
export const rawStatus: Read<string> = (value) => decimal(value) ?? word(32)(asText(value));

const OVERRIDES = /[\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]/gu;
/** The same characters in texts of several lines, and control characters except tabs and line ends. */
const UNSEEN = /(?:[\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]|[^\P{Cc}\t\n\r])+/gu;

/** Cuts a text, but never inside a surrogate pair. */
function cap(text: string, most: number): string {
  return text
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, "");
}

/** A visible character. Excludes zero-width spaces, other format characters, and letters and signs without ink. */
const SEEN = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Matches most lines, which need no further work: ASCII and Chinese characters with single spaces between them. */
const PLAIN_LINE = /^[!-~\u3001-\u3011\u4E00-\u9FFF\uFF01-\uFF5E]+(?: [!-~\u3001-\u3011\u4E00-\u9FFF\uFF01-\uFF5E]+)*$/;

/** Number of characters read for each one displayed; `&#128512;` is the longest entity. */
const READ_TIMES = 10;

/** Number of characters of broken texts, each as slow as a hundred others, that one turn of the event loop repairs. */
export const MENDED_MAX_LENGTH = 2_000_000;
const mending = turnBudget(MENDED_MAX_LENGTH);

/** Reads one line of text without control characters, cut to `most`; undefined if nothing is visible. */
export function line(most: number): Read<string> {
  return (value) => {
    if (typeof value !== "string") return undefined;
    if (value.length <= most && PLAIN_LINE.test(value)) return meant(value);
    const read = value.slice(0, most * READ_TIMES);
    mending.spend(read.length);
    if (mending.left() < 0) return undefined;
    const text = meant(cap(read.replace(OVERRIDES, "").replace(/[\p{Cc}\s]+/gu, " "), most));
    return text !== undefined && SEEN.test(text) ? text : undefined;
  };
}

const ENTITY = /&[#\w]{1,40};?/g;
/** Characters that the sanitiser leaves escaped. */
const ESCAPED: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
/** Starting the sanitiser costs as much as repairing this many characters. Texts have few different entities. */
const ENTITY_LENGTH = 100;
const entities = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (entity) => {
    mending.spend(ENTITY_LENGTH);
    const plain = sanitizeHtml(entity, { allowedTags: [], allowedAttributes: {} });
    // An entity without a character (`&#0;`) becomes U+FFFD, which is removed.
    return plain.replace(/&(?:lt|gt|amp);/g, (escaped) => ESCAPED[escaped] ?? escaped).replaceAll(BROKEN, "");
  },
});

/** Decodes HTML entities once, so that a decoded tag stays text. */
const decoded = (text: string): string => text.replace(ENTITY, (entity) => entities.memo(ownText(entity)));

/** Like `line`, for texts with HTML entities. The result is text, never markup. */
export function words(most: number): Read<string> {
  const read = line(most);
  return (value) => {
    if (typeof value !== "string" || !value.includes("&")) return read(value);
    const sent = value.slice(0, most * READ_TIMES);
    mending.spend(sent.length);
    return mending.left() < 0 ? undefined : read(decoded(sent));
  };
}

/** Like `line`, for texts that may be sent as numbers, such as account names that are phone numbers. */
export function word(most: number): Read<string> {
  const read = line(most);
  return (value) => read(asText(value));
}

/** One character more than is shown, to detect that there was more. */
export const TEXT_READ_LENGTH = TEXT_MAX_BYTES + 1;

/** Repairing a part, or removing a character, costs as much as repairing this many characters. */
const PART_LENGTH = 10;

/** Removes invisible characters. Texts usually have few of them, but eight million would take 0.4 s. */
function withoutUnseen(text: string): string {
  if (text.search(UNSEEN) < 0) return text;
  if (mending.left() < 0) return MISSING;
  const seen = text.replace(UNSEEN, "");
  mending.spend(PART_LENGTH * (text.length - seen.length));
  return seen;
}

/** Replaces each broken line, or text between two tags, by "—". A tag only loses its broken characters. */
function withoutBroken(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (let at = text.indexOf(BROKEN); at >= 0; at = text.indexOf(BROKEN, end)) {
    mending.spend(PART_LENGTH);
    if (mending.left() < 0) return MISSING;
    let begin = at;
    while (begin > end && !"<>\n".includes(text[begin - 1] ?? "")) begin -= 1;
    const next = text.slice(at).search(/[<>\n]/);
    const after = next < 0 ? text.length : at + next;
    pieces.push(text.slice(end, begin));
    pieces.push(text[begin - 1] === "<" ? text.slice(begin, after).replaceAll(BROKEN, "") : MISSING);
    end = after;
  }
  return pieces.length > 0 ? [...pieces, text.slice(end)].join("") : text;
}

/** Reads text of several lines, not sanitised, without control characters except tabs and line ends. */
export function block(most: number): Read<string> {
  return (value) => {
    if (typeof value !== "string") return undefined;
    const text = withoutBroken(withoutUnseen(value.slice(0, most * READ_TIMES)));
    // The text is cut last, so that a trailing space shows that it was cut.
    return cap(meant(text) ?? "", most) || undefined;
  };
}

/** Reads an id. One that is too long is refused, not cut. */
export const id: Read<string> = (value) => {
  const text = asText(value);
  return text !== undefined && /^[A-Za-z0-9][\w.:@-]{0,63}$/.test(text) ? text : undefined;
};

const PRINTED = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800]+(?: [^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800]+)*$/u;

/** Reads a name of printable characters, such as an order number. One that is too long is refused, not cut. */
export function printed(most: number): Read<string> {
  return (value) => {
    const text = asText(value);
    return text !== undefined && text.length <= most && PRINTED.test(text) ? text : undefined;
  };
}

/** Maximum number of UTF-16 units: a symbol has at most 32 characters, and each may take two units. */
export const SYMBOL_MAX_LENGTH = 64;

/** Excludes spaces, quotes, brackets and slashes, and dots alone, which would name another page in a URL. */
const SYMBOL = /^(?!\.{1,2}$|__proto__$)[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800<>"'`\\/]{1,32}$/u;

/** Reads the symbol of a coin, in any script, unaltered. */
export const symbol: Read<string> = (value) =>
  typeof value === "string" && SYMBOL.test(value) && meant(value) === value ? value : undefined;

/** Reads printable characters without spaces, unaltered: tokens, keys, addresses. */
export function opaque(most: number): Read<string> {
  return (value) =>
    typeof value === "string" && value.length <= most && /^[\x21-\x7e]+$/.test(value) ? meant(value) : undefined;
}

export const token = opaque(2048);

/** Since September 2001, seconds since 1970 have ten digits and milliseconds have 13. */
const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;

/** Times that programs write for a missing time: a number near 0 or below, a day in the years 0, 1 or 1970. */
const NO_TIME = /^(?:\d{1,7}|-\d+|(?:0000|0001|1970)-\d\d-\d\d(?:\D.*)?)$/;

/**
 * Reads a moment in ms since 1970: a number or numeric text (ms or seconds), or an ISO text with its zone. Refuses
 * times without a zone, and other digits such as `20261120210350`.
 */
export const timeMs: Read<number> = (value) => {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1e12 && value < 1e13) return value;
  const text = asText(value);
  if (text === undefined || NO_TIME.test(text)) return undefined;
  if (MILLISECONDS.test(text)) return Number.parseInt(text, 10);
  if (SECONDS.test(text)) return Number.parseInt(text, 10) * 1000;
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return undefined;
  const ms = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(ms) ? undefined : ms;
};

/** Reads a time that `timeMs` cannot read, as sent; undefined if it means a missing time. */
export const timeText: Read<string> = (value) => {
  const text = timeMs(value) === undefined ? word(40)(value) : undefined;
  return text !== undefined && NO_TIME.test(text) ? undefined : text;
};

/** Largest error of a time in an unknown zone, or of a date without a time. */
const TIME_ERROR_MS = 48 * 60 * 60_000;
const DAY = /^\d{4}-\d{2}-\d{2}(?!\d)/;

/** True if a time, read by `timeMs` or `timeText`, is before a moment in every zone; false for an unknown time. */
export function isOlderThan(momentMs: number, timeInMs: number | undefined, text: string | undefined): boolean {
  const [day] = DAY.exec(text ?? "") ?? [];
  return (timeInMs ?? Date.parse(day ?? "")) < momentMs - TIME_ERROR_MS;
}
