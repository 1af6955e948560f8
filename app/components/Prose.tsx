import { useText } from "~/i18n/text";
import type { RegionName } from "~server/markup/markup";

/**
 * A text of the upstream, sanitised by the server. Its tables and its code can be focused and scrolled by keyboard:
 * they are regions that refer to their names here, made by `server/markup/markup.ts`.
 */
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
          <span className="aside" id={id} key={id} aria-hidden="true">
            {name}
          </span>
        ) : null,
      )}
    </>
  );
}
