/** The engine always copies shorter ones. */
const KEPT_FROM_LENGTH = 13;

/** Longer ones are whole texts, not substrings; copying 8 MB would take 25 ms. */
const COPIED_MAX_LENGTH = 128 * 1024;

/** Copies a text, because a substring, even of one line, would keep the whole original in memory. */
export const ownText = (text: string): string =>
  text.length < KEPT_FROM_LENGTH || text.length > COPIED_MAX_LENGTH
    ? text
    : (JSON.parse(JSON.stringify(text)) as string);

/** Copies, in place, the texts in data read from a response; otherwise caches would hold the whole response. */
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
