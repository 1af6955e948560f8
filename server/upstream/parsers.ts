import Big from "big.js";
import { LosslessNumber } from "lossless-json";
import { LRUCache } from "lru-cache";
import { turnBudget } from "@storefront/upstream-client/turn-budget";
import { BROKEN } from "@storefront/upstream-client/json";
import sanitizeHtml from "sanitize-html";

/** How much of one notice, or of one introduction, is shown; its page notes that it was cut (behaviour 3.44). */
export const TEXT_MAX_BYTES = 64 * 1024;

/** Reads one value of a response; undefined for a malformed one, whose meaning depends on where it is used. */
export type Read<T> = (value: unknown) => T | undefined;

/** Shown for a missing title; the texts of both languages show missing values in the same way. */
export const MISSING = "—";

/** Texts that a program writes for a missing value: nobody meant them as text. */
const NO_VALUE = /^(?:NaN|[+-]?Infinity|null|undefined|\[object \w+\])$/;

/** True if a text has lost characters, because it was not sent as UTF-8. Such a text is no name, and is not shown. */
export function isBroken(text: string): boolean {
  return text.includes(BROKEN);
}

/** A trimmed text, unless it means a missing value or is broken. */
function meant(text: string): string | undefined {
  const trimmed = text.trim();
  return NO_VALUE.test(trimmed) || isBroken(trimmed) ? undefined : trimmed;
}

/** A number or a text, as text. */
function asText(value: unknown): string | undefined {
  if (value instanceof LosslessNumber) return value.value;
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === "bigint") return String(value);
  return typeof value === "string" ? meant(value) : undefined;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?$/i;
/** Already as `decimal` returns it: most are sent like this. */
const PLAIN_DECIMAL = /^(?:0|[1-9]\d{0,19})(?:\.\d{0,17}[1-9])?$/;
const DECIMAL_TEXT_MAX = 100;
const DECIMAL_DIGITS_MAX = 40;

/**
 * A decimal, sent as a number or a text, without loss: plain digits, no exponent, no superfluous zeros (`"1e3"` →
 * `"1000"`, `1.50` → `"1.5"`). Refused: NaN, infinities, separators, units, more than 40 digits.
 */
export const decimal: Read<string> = (value) => {
  const text = asText(value);
  if (text !== undefined && PLAIN_DECIMAL.test(text)) return text;
  if (text === undefined || text.length > DECIMAL_TEXT_MAX || !DECIMAL.test(text)) return undefined;
  const plain = new Big(text.replace(/^\+/, "")).toFixed();
  return plain.replace(/\D/g, "").length > DECIMAL_DIGITS_MAX ? undefined : plain;
};

/** A decimal that is not negative: prices and limits. */
export const amount: Read<string> = (value) => {
  const read = decimal(value);
  return read?.startsWith("-") ? undefined : read;
};

/** A count: a whole number from 0 to 999999999. */
export const wholeNumber: Read<number> = (value) => {
  const read = decimal(value);
  return read !== undefined && /^\d{1,9}$/.test(read) ? Number.parseInt(read, 10) : undefined;
};

/** A place in the upstream's order; what has none comes last. */
export const place = (value: unknown): number => Number(decimal(value) ?? 999_999_999);

/** A flag that arrives as 1, "1" or true; everything else is off, `"0"` included (a truthy string). */
export const isOne: Read<boolean> = (value) => value === true || asText(value) === "1";

/** A status: a number in its canonical digits, or a short word; shown as it is when its meaning is not known. */
export const rawStatus: Read<string> = (value) => decimal(value) ?? word(32)(asText(value));

/** Takes out directional overrides, which turn a text round, and halves of surrogate pairs, which are no characters. */
function withoutOverrides(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu, "");
}

/** Cuts a text, but no character in two. */
function cap(text: string, most: number): string {
  return text
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, "");
}

/** Visible characters: zero-width blanks and other format characters do not count. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A line that is shown as it was sent, as most are: ASCII and Chinese characters, with single blanks between them. */
const PLAIN_LINE = /^[!-~\u3001-\u3011\u4E00-\u9FFF\uFF01-\uFF5E]+(?: [!-~\u3001-\u3011\u4E00-\u9FFF\uFF01-\uFF5E]+)*$/;

/** A line is read to this many times its displayed length: no entity of a character is longer than `&#128512;`. */
const READ_TIMES = 10;

/**
 * Characters of texts that have to be mended, in one turn of the event loop: each may take as long as a hundred others.
 * A longer text is unreadable.
 */
export const MENDED_MAX_LENGTH = 2_000_000;
const mending = turnBudget(MENDED_MAX_LENGTH);

/** One line of text for people, without control characters, capped; one without visible characters is refused. */
export function line(most: number): Read<string> {
  return (value) => {
    if (typeof value !== "string") return undefined;
    if (value.length <= most && PLAIN_LINE.test(value)) return meant(value);
    const read = value.slice(0, most * READ_TIMES);
    mending.spend(read.length);
    if (mending.left() < 0) return undefined;
    const text = meant(cap(withoutOverrides(read).replace(/[\p{Cc}\s]+/gu, " "), most));
    return text !== undefined && SEEN.test(text) ? text : undefined;
  };
}

/** Matches a possible entity, with or without its semicolon. */
const ENTITY = /&[#\w]{1,40};?/g;
/** Characters that the sanitiser leaves escaped. */
const ESCAPED: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
/** A text has few different ones, and the sanitiser takes long to begin. */
const entities = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (entity) => {
    const plain = sanitizeHtml(entity, { allowedTags: [], allowedAttributes: {} });
    // An entity of no character (`&#0;`) becomes that of a broken byte.
    return plain.replace(/&(?:lt|gt|amp);/g, (escaped) => ESCAPED[escaped] ?? escaped).replaceAll(BROKEN, "");
  },
});

/** Decodes HTML entities, once. What looks like a tag is text and stays. */
const decoded = (text: string): string => text.replace(ENTITY, (entity) => entities.memo(entity));

/** As `line`, for words that platforms send with HTML entities: the result is text, never markup. */
export function words(most: number): Read<string> {
  const read = line(most);
  return (value) => {
    if (typeof value !== "string" || !value.includes("&")) return read(value);
    const sent = value.slice(0, most * READ_TIMES);
    mending.spend(sent.length);
    return mending.left() < 0 ? undefined : read(decoded(sent));
  };
}

/** As `line`, for texts that may also be sent as a number: account names that are phone numbers. */
export function word(most: number): Read<string> {
  const read = line(most);
  return (value) => read(asText(value));
}

/** Of a long text one character more is read than can be shown: by that it is known that there was more. */
export const TEXT_READ_LENGTH = TEXT_MAX_BYTES + 1;

/** To mend a part takes as long as to mend so many characters. */
const PART_LENGTH = 10;

/** Puts "—" in the place of each broken line, or text between two tags; a tag loses its broken characters. */
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

/** Text of several lines (markdown, HTML), not made safe: capped, no control characters but tabs and line ends. */
export function block(most: number): Read<string> {
  return (value) => {
    if (typeof value !== "string") return undefined;
    const text = withoutBroken(withoutOverrides(value).replace(/[^\P{Cc}\t\n\r]/gu, ""));
    // Cut last: a trailing blank then shows that the text was cut.
    return cap(meant(text) ?? "", most) || undefined;
  };
}

/** An identifier: a number or a text of few kinds of characters. Refused rather than cut when too long. */
export const id: Read<string> = (value) => {
  const text = asText(value);
  return text !== undefined && /^[A-Za-z0-9][\w.:@-]{0,63}$/.test(text) ? text : undefined;
};

/** Visible characters, with single blanks between them. */
const PRINTED = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+(?: [^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+)*$/u;

/** A name of any printable characters, such as an order's number. Refused rather than cut when too long. */
export function printed(most: number): Read<string> {
  return (value) => {
    const text = asText(value);
    return text !== undefined && text.length <= most && PRINTED.test(text) ? text : undefined;
  };
}

/** In a URL dots alone would name another page; no symbol has blanks, quotes, brackets or slashes. */
const SYMBOL = /^(?!\.{1,2}$|__proto__$)[^\p{Cc}\p{Cf}\p{Cs}\p{Z}<>"'`\\/]{1,32}$/u;

/** The symbol of a coin, of any script: `USDT`, `$RATS`, `比特幣`. Never altered. */
export const symbol: Read<string> = (value) =>
  typeof value === "string" && meant(value) === value && SYMBOL.test(value) ? value : undefined;

/** Printable characters without a space, never altered: tokens, keys, addresses. */
export function opaque(most: number): Read<string> {
  return (value) =>
    typeof value === "string" && value.length <= most && /^[\x21-\x7e]+$/.test(value) ? meant(value) : undefined;
}

/** A token of the upstream: of a session, or of the next step of a sign-in or registration. */
export const token = opaque(2048);

/** Since September 2001 seconds since 1970 have ten digits and milliseconds 13; both will for another 260 years. */
const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;

/** What a program writes for a time that it did not have: a number near 0 or below, a day of the years 0, 1 or 1970. */
const NO_TIME = /^(?:\d{1,7}|-\d+|(?:0000|0001|1970)-\d\d-\d\d(?:\D.*)?)$/;

/**
 * A moment, in ms since 1970: a number or numeric text (ms or seconds), or an ISO text that names its zone. A time
 * without a zone is refused, since it is ambiguous; so are other digits, such as `20261120210350`.
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

/**
 * The text of a time that `timeMs` cannot read, to be shown as it was sent; undefined where it means a missing time.
 */
export const timeText: Read<string> = (value) => {
  const text = timeMs(value) === undefined ? word(40)(value) : undefined;
  return text !== undefined && NO_TIME.test(text) ? undefined : text;
};

/** A time may be wrong by less than this: written in another zone, or the day alone. */
const TIME_ERROR_MS = 48 * 60 * 60_000;
const DAY = /^\d{4}-\d{2}-\d{2}(?!\d)/;

/**
 * Whether a time of the upstream is certainly before a moment, whatever zone it was written in.
 *
 * @param timeInMs as `timeMs` reads it
 * @param text as `timeText` reads it
 * @returns false where the time is not known
 */
export function isOlderThan(momentMs: number, timeInMs: number | undefined, text: string | undefined): boolean {
  const [day] = DAY.exec(text ?? "") ?? [];
  return (timeInMs ?? Date.parse(day ?? "")) < momentMs - TIME_ERROR_MS;
}
