/** The engine always copies texts shorter than this. */
const KEPT_FROM_LENGTH = 13;

/** Longer texts are whole texts, not substrings, and copying 8 MB would take 25 ms. */
const COPIED_MAX_LENGTH = 128 * 1024;

/** Copies a text, because even a short substring would retain the whole original in memory. */
export const ownText = (text: string): string =>
  text.length < KEPT_FROM_LENGTH || text.length > COPIED_MAX_LENGTH
    ? text
    : (JSON.parse(JSON.stringify(text)) as string);

/** Copies, in place, the texts in data from a response; otherwise caches would retain the whole response. */
export function ownTexts<T>(value: T): T {
  if (typeof value === "string") return ownText(value) as T;
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  const parts = value as Record<string, unknown>;
  for (const name of Object.keys(parts)) {
    const part = parts[name];
    if (typeof part === "string" || typeof part === "object") parts[name] = ownTexts(part);
  }
  return value;
}
