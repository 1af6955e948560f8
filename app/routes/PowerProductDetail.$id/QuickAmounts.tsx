import type { MouseEvent } from "react";
import { isPlainClick } from "~/components/plain-click";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { Quick } from "~server/purchase/quantity";
import { quantityPath } from "./quantity-path";

/**
 * Quantities that one press chooses, and the most that can be bought: links to this page with that quantity, with
 * scripts in place.
 */
export function QuickAmounts({
  path,
  quick,
  chosen,
  choose,
}: {
  path: string;
  quick: Quick;
  /** Terabytes. */
  chosen: string;
  choose: (quantity: string) => void;
}) {
  const t = useText();
  const amounts = quick.amounts.map((quantity) => [quantity, formatDecimal(quantity, 2), "choose"] as const);
  const most = quick.most === undefined ? [] : [[quick.most, t("PowerProductDetail.most"), "chooseMost"] as const];
  if (amounts.length + most.length < 2) return null;
  const take = (quantity: string) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    choose(quantity);
  };
  return (
    <>
      {[...amounts, ...most].map(([quantity, label, name], index) => (
        <span key={index}>
          <a
            className={quantity === chosen ? "chip chip-chosen" : "chip"}
            href={quantityPath(path, quantity)}
            rel="nofollow"
            aria-label={t(`PowerProductDetail.${name}`, { quantity: formatDecimal(quantity, 2) })}
            onClick={take(quantity)}
          >
            {label}
          </a>{" "}
        </span>
      ))}
    </>
  );
}
