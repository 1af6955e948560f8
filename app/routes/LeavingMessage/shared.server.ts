import { beginningOf } from "~server/search-words";
import { clean } from "./fields.server";

/** This limit leaves space for the visitor's own text. */
const SHARED_MAX_LENGTH = 500;
/** No browser shares more, and a query may contain anything, so the rest is ignored. */
const READ_MAX = 10_000;

/** Reads the `title`, `text` and `url` that another app shares, for the question; undefined if nothing is shared. */
export function readShared(query: URLSearchParams) {
  const parts = ["title", "text", "url"].map((name) => clean(beginningOf(query.get(name) ?? "", READ_MAX)));
  const all = [...new Set(parts.filter(Boolean))].join("\n");
  if (!all) return undefined;
  const characters = Array.from(all);
  const text = characters.slice(0, SHARED_MAX_LENGTH).join("").trim();
  // `cut` is true if there was more.
  return { text, cut: characters.length > SHARED_MAX_LENGTH };
}
