import { useEffect, useRef, useState, type ReactNode } from "react";
import { useText } from "~/i18n/text";
import type { Chosen } from "./PlanChoice";

/** Compares the chosen plans; Enter does too. Once a plan is chosen, it shows their number and stays in view. */
export function CompareBar({
  chosen,
  most,
  nothing = false,
  children,
}: {
  chosen: Chosen;
  most: number;
  nothing?: boolean;
  children?: ReactNode;
}) {
  const t = useText();
  const bar = useRef<HTMLDivElement>(null);
  const count = useTicked(bar, chosen.compare);
  return (
    <>
      {children ? <div className="chips wrap">{children}</div> : null}
      {nothing ? null : (
        <div className={count ? "compare-bar compare-tray" : "compare-bar"} ref={bar}>
          <button className="button button-quiet" type="submit" name="go" value="compare">
            {t("Market.compare") + (count ? ` (${t("Market.chosen", { count, most })})` : "")}
          </button>
        </div>
      )}
    </>
  );
}

/** Counts the chosen plans, including those that the list does not show. */
function useTicked(inside: { readonly current: HTMLElement | null }, chosen: readonly string[]): number {
  const [count, setCount] = useState(chosen.length);
  useEffect(() => {
    const form = inside.current?.closest("form");
    const update = () => {
      const boxes = Array.from(form?.querySelectorAll<HTMLInputElement>("input[name=ids]") ?? []);
      const elsewhere = chosen.filter((id) => !boxes.some(({ value }) => value === id));
      setCount(elsewhere.length + boxes.filter(({ checked }) => checked).length);
    };
    update();
    form?.addEventListener("change", update);
    return () => form?.removeEventListener("change", update);
  }, [inside, chosen]);
  return count;
}
