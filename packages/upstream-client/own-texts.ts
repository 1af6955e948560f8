/** The engine copies shorter ones in any case. */
const KEPT_FROM_LENGTH = 13;

/** Longer ones are sent as they are, not cut out of others; to copy 8 MB takes 25 ms. */
const COPIED_MAX_LENGTH = 128 * 1024;

/** Copies a text: what is cut out of another one, even a single line, would keep the whole of that in memory. */
export const ownText = (text: string): string =>
  text.length < KEPT_FROM_LENGTH || text.length > COPIED_MAX_LENGTH
    ? text
    : (JSON.parse(JSON.stringify(text)) as string);

/** Copies, in place, the texts of what was read from a response: caches would hold all of the response otherwise. */
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
