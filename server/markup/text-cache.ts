import { LRUCache } from "lru-cache";
import { TEXT_MAX_BYTES } from "~server/upstream/parsers";
import { digest, FULL_LENGTH } from "~server/crypto/digest";

/** Of texts and digests together. */
const CACHE_MAX_CHARACTERS = 16 * 1024 * 1024;

/** The first 64 kB as UTF-8, no character cut in two. */
export function shownOf(text: string): string {
  // A UTF-16 unit takes three bytes at most.
  if (text.length * 3 <= TEXT_MAX_BYTES) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(TEXT_MAX_BYTES)).read);
}

/** Caches a conversion of the shown part of a text. */
export function cachedByText(convert: (text: string) => string): (text: string) => string {
  const cache = new LRUCache<string, string, string>({
    maxSize: CACHE_MAX_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
    memoMethod: (_, __, { context }) => convert(context),
  });
  return (text) => {
    const shown = shownOf(text);
    return cache.memo(digest("markup", shown, FULL_LENGTH), { context: shown });
  };
}
