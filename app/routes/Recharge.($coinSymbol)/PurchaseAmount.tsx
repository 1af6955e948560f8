import { useText } from "~/i18n/text";
import type { ShownNeed } from "./place.server";

/** How much the purchase needs that the visitor comes from, and the least that the network takes. */
export function PurchaseAmount({ need, least }: { need: ShownNeed | undefined; least: string | undefined }) {
  const t = useText();
  if (!need) return null;
  if (need.isCovered) return <p className="note toast-info">{t("Recharge.enough")}</p>;
  return (
    <p className="note toast-info">
      <strong>{t("Recharge.forPurchase", { amount: need.amount })}</strong>{" "}
      {least === undefined ? null : (
        <>
          <br />
          {t(need.isBelowLeast ? "Recharge.leastIsMore" : "Recharge.leastHere", { least })}
        </>
      )}
    </p>
  );
}
