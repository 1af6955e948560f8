import { LosslessNumber, parse } from "lossless-json";
import { turnBudget } from "./turn-budget";

export const JSON_MAX_DEPTH = 64;
/** The maximum number of keys and values of one text. A list of 3,300 rows with 30 fields fits. */
export const JSON_MAX_PARTS = 200_000;
/** Above this number, each key takes twice as long. */
export const JSON_OBJECT_MAX_KEYS = 10_000;
/** A number that is preserved as written takes as long as this many other parts. */
const PARTS_OF_A_KEPT_NUMBER = 4;
/** The limit, per turn, of the parts of all JSON texts inside responses; a response may have thousands. */
export const JSON_INNER_MAX_PARTS = 200_000;
const CHARACTERS_OF_A_PART = 64;
const SLOW_CHARACTERS_OF_A_PART = 4;
/** An error of the engine's parser takes as long as this many parts, and there may be two. */
const PARTS_OF_ERRORS = 100;
export const JSON_NUMBER_MAX_LENGTH = 100;
/** A longer text that names a key twice is rejected. */
export const JSON_TWICE_MAX_LENGTH = 1024 * 1024;

/** Returns true for an object, but not for null, a list or a `LosslessNumber`. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** Returns true for a missing value, null, a blank text, an empty list or an empty object. */
export function isNothing(data: unknown): boolean {
  if (data == null) return true;
  if (typeof data === "string") return data.trim() === "";
  if (Array.isArray(data)) return data.length === 0;
  return isObject(data) && Object.keys(data).length === 0;
}

interface Scan {
  /** The number of keys of all objects, including repeated ones. */
  keys: number;
  parts: number;
  /** Negative numbers, and numbers that would not be preserved as written: `1.50`, 20 digits. */
  replaced: string[];
  /** The text, with these numbers replaced by -1, -2, and so on. */
  text: string;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/**
 * Scans a JSON text without recursion, for which a hostile text would exhaust the stack.
 *
 * @returns undefined if a limit above is exceeded, a string does not end, or numbers are not separated
 */
function scan(text: string, partsMax: number): Scan | undefined {
  let depth = 0;
  let keys = 0;
  /** The number of keys of each enclosing object, by depth. */
  const keysAt = [0];
  let values = 1;
  let numbers = 0;
  let copiedTo = 0;
  const replaced: string[] = [];
  // Concatenation is faster than joining a list of pieces.
  let before = "";
  const parts = () => keys + values + replaced.length * PARTS_OF_A_KEPT_NUMBER;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (character === '"') {
      index = stringEnd(text, index + 1);
      if (index < 0) return undefined;
    } else if (character === ":") {
      keys += 1;
      const keysHere = (keysAt[depth] ?? 0) + 1;
      if (keysHere > JSON_OBJECT_MAX_KEYS) return undefined;
      keysAt[depth] = keysHere;
    } else if (character === ",") values += 1;
    else if (character === "{" || character === "[") {
      depth += 1;
      // This counts the first part, even if it is empty.
      values += 1;
      if (depth > JSON_MAX_DEPTH) return undefined;
      keysAt[depth] = 0;
    } else if (character === "}" || character === "]") depth -= 1;
    else if (character === "-" || (character >= "0" && character <= "9")) {
      numbers += 1;
      // Two numbers without a comma between them are not JSON, and millions would take seconds.
      if (numbers > values) return undefined;
      NUMBER.lastIndex = index;
      // `test` is used because it allocates no list of matches.
      const number = NUMBER.test(text) ? text.slice(index, NUMBER.lastIndex) : "";
      if (number.length > JSON_NUMBER_MAX_LENGTH) return undefined;
      const isReplaced = number !== "" && (character === "-" || String(Number(number)) !== number);
      if (isReplaced) {
        // The space ends the number, so that an error after a number stays an error.
        before += `${text.slice(copiedTo, index)}-${replaced.push(number)} `;
        copiedTo = index + number.length;
      }
      index += Math.max(number.length, 1) - 1;
    }
    if (parts() > partsMax) return undefined;
  }
  return { keys, parts: parts(), replaced, text: before + text.slice(copiedTo) };
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);

/** Returns the index of a string's closing quote; -1 if there is none. Millions of searches would take 0.1 s. */
function stringEnd(text: string, from: number): number {
  const quote = text.indexOf('"', from);
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  for (let at = from; at < text.length; at += text.charCodeAt(at) === BACKSLASH ? 2 : 1)
    if (text.charCodeAt(at) === QUOTE) return at;
  return -1;
}

/** Turns numbers into `LosslessNumber`, in place, and counts keys. */
function withLosslessNumbers(value: Record<string, unknown> | unknown[], replaced: readonly string[]): number {
  const parts = value as Record<string | number, unknown>;
  // The indexes of a long list would become as many strings, so they are iterated.
  const names = Array.isArray(value) ? value.keys() : Object.keys(value);
  let keys = Array.isArray(names) ? names.length : 0;
  for (const name of names) {
    const part = parts[name];
    if (typeof part === "number")
      parts[name] = new LosslessNumber(part < 0 ? (replaced[-part - 1] ?? "") : String(part));
    else if (typeof part === "object" && part !== null) keys += withLosslessNumbers(part as unknown[], replaced);
  }
  return keys;
}

/** The replacement character that stands for invalid UTF-8. */
export const BROKEN = "\uFFFD";
/** In GBK and Big5 the second byte of a character may be a backslash, which is then not an escape. */
const SECOND_BYTE = `${BROKEN}\\`;

/** Different names may become equal when invalid bytes are replaced. Nothing reads them, so any value will do. */
function firstOfBroken({ key, oldValue }: { key: string; oldValue: unknown }): unknown {
  if (!key.includes(BROKEN)) throw new SyntaxError("a name with two values");
  return oldValue;
}

/**
 * Parses JSON and preserves every digit of its numbers. Uses the parser in JavaScript, seven times as slow as the
 * engine's, only if a key is repeated. Invalid UTF-8 (U+FFFD) affects only its own string.
 *
 * @returns undefined if the text is not JSON, exceeds a limit above, or gives one key two different values
 */
export function readJson(text: string): unknown {
  return readScanned(text, {
    scanText: (part) => scan(part, JSON_MAX_PARTS),
    mayBeSlow: (part) => part.length <= JSON_TWICE_MAX_LENGTH,
  });
}

const inner = turnBudget(JSON_INNER_MAX_PARTS);

/** Parses a text inside a response like `readJson`, with the additional limit `JSON_INNER_MAX_PARTS`. */
export function readInnerJson(text: string): unknown {
  if (inner.left() <= 0) return undefined;
  const read = readScanned(text, {
    scanText(part) {
      inner.spend(part.length / CHARACTERS_OF_A_PART);
      const left = inner.left();
      const scanned = left > 0 ? scan(part, left) : undefined;
      inner.spend(scanned?.parts ?? Math.min(Math.max(left, 0), part.length));
      return scanned;
    },
    mayBeSlow(part) {
      inner.spend(part.length / SLOW_CHARACTERS_OF_A_PART);
      return inner.left() >= 0;
    },
  });
  if (read === undefined) inner.spend(PARTS_OF_ERRORS);
  return read;
}

interface Bounds {
  scanText: (text: string) => Scan | undefined;
  /** Returns true if the slow parser may read the text. */
  mayBeSlow: (text: string) => boolean;
}

function readScanned(text: string, bounds: Bounds): unknown {
  const read = readExactly(text, bounds);
  if (read !== undefined || !text.includes(SECOND_BYTE)) return read;
  // Replacing millions of occurrences would take a third of a second.
  const pieces = text.split(SECOND_BYTE, JSON_MAX_PARTS);
  return pieces.length < JSON_MAX_PARTS ? readExactly(pieces.join(BROKEN), bounds) : undefined;
}

function readExactly(text: string, { scanText, mayBeSlow }: Bounds): unknown {
  const scanned = scanText(text);
  if (!scanned) return undefined;
  try {
    const value: unknown[] = [JSON.parse(scanned.text)];
    if (withLosslessNumbers(value, scanned.replaced) === scanned.keys) return value[0];
    if (!mayBeSlow(text)) return undefined;
    // This parser preserves an own key `__proto__`.
    return parse(text, undefined, { onDuplicateKey: firstOfBroken });
  } catch (error) {
    // The error's message quotes the response, which may contain a token.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
