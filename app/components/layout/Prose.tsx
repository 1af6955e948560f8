import { useText } from "~/i18n/text";
import type { RegionName } from "~server/markup/markup";

/** Shows sanitised HTML. The keyboard can focus and scroll its tables and code, labelled with the texts here. */
export function Prose({ html }: { html: string }) {
  const t = useText();
  const names: readonly [RegionName, string][] = [
    ["wide-table", t("common.wideTable")],
    ["wide-code", t("common.wideCode")],
  ];
  return (
    <>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {names.map(([id, name]) =>
        html.includes(`aria-labelledby="${id}"`) ? (
          <span className="visually-hidden" id={id} key={id} aria-hidden="true">
            {name}
          </span>
        ) : null,
      )}
    </>
  );
}

/** The number of characters at the end of a long text that always stay visible. */
const TAIL_LENGTH = 8;
const LONG = 24;

/** Shows a text to compare character by character. If it does not fit, only its middle is out of sight. */
export function LongText({ text }: { text: string }) {
  if (text.length < LONG)
    return (
      <span className="exact" translate="no">
        {text}
      </span>
    );
  return (
    <span className="exact exact-long" translate="no">
      <span className="exact-head">{text.slice(0, -TAIL_LENGTH)}</span>
      {text.slice(-TAIL_LENGTH)}
    </span>
  );
}
