import type { ReactNode } from "react";
import { useText } from "~/i18n/text";
import type { Chosen } from "./PlanChoice";

/**
 * Stands before a list whose plans can be ticked: the button of its form, which Enter also presses, the number of
 * chosen plans, and the links beside it.
 */
export function CompareBar({
  chosen,
  most,
  nothing = false,
  children,
}: {
  chosen: Chosen;
  most: number;
  /** There are no plans to tick. */
  nothing?: boolean;
  children?: ReactNode;
}) {
  const t = useText();
  const count = chosen.compare.length;
  return (
    <div className="pair compare-bar">
      {children}{" "}
      {nothing ? null : (
        <button className="button button-quiet button-small" type="submit" name="go" value="compare">
          {t("Market.compare")}
          {count ? ` (${t("Market.chosen", { count, most })})` : null}
        </button>
      )}{" "}
    </div>
  );
}
