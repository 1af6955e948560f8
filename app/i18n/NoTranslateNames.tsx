import type { TextKey } from "~server/texts/catalogue";
import { NoTranslate, useText } from "./text";

/** Marks both ends of a name. No text contains this character. */
const EDGE = "\0";

/**
 * A sentence in which page translators leave names of coins and networks as they are. We mark them before they are
 * inserted, because a search would find `S` in other words.
 */
export function NoTranslateNames({ text, names }: { text: TextKey; names: Readonly<Record<string, string>> }) {
  const t = useText();
  const marked: Record<string, string> = {};
  for (const [value, name] of Object.entries(names)) marked[value] = EDGE + name + EDGE;
  return (
    <span>
      {t(text, marked)
        .split(EDGE)
        .map((part, index) =>
          index % 2 ? (
            <span key={index} translate="no">
              {part}
            </span>
          ) : (
            <NoTranslate key={index}>{part}</NoTranslate>
          ),
        )}
    </span>
  );
}
