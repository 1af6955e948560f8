import { LosslessNumber, parse } from "lossless-json";

/** Objects and lists inside each other; deeper text is rejected. */
export const JSON_MAX_DEPTH = 64;

/** Whether a value read from JSON is an object: not null, a list or a `LosslessNumber`. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** Whether a response's data is empty: missing, null, blank, an empty list or an empty object. */
export function isNothing(data: unknown): boolean {
  if (data == null) return true;
  if (typeof data === "string") return data.trim() === "";
  if (Array.isArray(data)) return data.length === 0;
  return isObject(data) && Object.keys(data).length === 0;
}

/**
 * Whether JSON text nests at most `most` objects and lists. Checked before parsing, without recursion, since a parser
 * that recurses dies of what it should refuse. Brackets inside strings do not count.
 */
export function isNestedAtMost(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > most) return false;
    } else if (character === "}" || character === "]") depth -= 1;
  }
  return true;
}

/**
 * Parses JSON and preserves every digit of its numbers.
 *
 * @returns undefined when the text is not JSON, nests deeper than 64, or names one key twice with different values (two
 *   readers would read two things)
 */
export function readJson(text: string): unknown {
  if (!isNestedAtMost(text, JSON_MAX_DEPTH)) return undefined;
  try {
    // An own key `__proto__` stays an own key: the parser never assigns prototypes.
    return parse(text);
  } catch {
    // The parser's message quotes the response, which may contain a token.
    return undefined;
  }
}
