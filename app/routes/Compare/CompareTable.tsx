import { useRatioPeriod } from "~/components/product-terms";
import { statusLabel } from "~/components/StatusTag";
import { formatDecimal } from "~/i18n/formats";
import { pricePlaces } from "~/i18n/price-places";
import { useText } from "~/i18n/text";
import type { Compared } from "~server/catalogue/compare";
import type { ComparedPlan, Comparison } from "./comparison.server";

/** A decimal that is none. */
const ZERO = /^0+(?:\.0+)?$/;

/**
 * The plans side by side. On a phone each line is a block, whose values name their plan: four columns of figures do not
 * fit into 320 px.
 */
export function CompareTable({
  plans,
  lines,
  hasSeveralCoins,
  soldOutAside,
}: Pick<Comparison, "plans" | "lines" | "hasSeveralCoins" | "soldOutAside">) {
  const t = useText();
  const names = useNames();
  const show = useValues(pricePlaces(plans));
  return (
    <>
      <table className="card compare">
        <caption className="aside">{t("Compare.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Compare.fact")}</th>
            {plans.map(({ productId, title }, place) => (
              <th key={productId} scope="col">{`${place + 1}. ${title}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ fact, values, verdict, lowest }) => (
            <tr key={fact}>
              <th scope="row">
                {names[fact]}{" "}
                <span className={verdict === "differs" ? "tag compare-differs" : "tag"}>{t(`Compare.${verdict}`)}</span>
              </th>
              {plans.map((plan, place) => (
                <td key={plan.productId}>
                  <span className="compare-plan">{`${place + 1}. ${plan.title}`} </span>
                  <span className="compare-value">
                    {show(fact, values[place], plan)}{" "}
                    {lowest.includes(place) ? <strong>{t("Compare.lowest")}</strong> : null}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasSeveralCoins ? <p className="note">{t("Compare.coins")}</p> : null}
      {soldOutAside ? <p className="soft small">{t("Compare.soldOutAside")}</p> : null}
    </>
  );
}

function useNames(): Record<Compared, string> {
  const t = useText();
  const period = useRatioPeriod();
  return {
    status: t("Compare.status"),
    price: t("Compare.price"),
    daily: t("Compare.daily"),
    cycle: t("Product.cycle"),
    fee: t("Product.serviceRate"),
    settlement: t("Product.settlement"),
    ratio: t("Compare.ratio", { period }),
    minimum: t("Compare.minimum"),
    maximum: t("Compare.maximum"),
  };
}

/** How a value is written; one that is not known is "—". */
function useValues(places: ReturnType<typeof pricePlaces>) {
  const t = useText();
  const missing = t("common.missing");
  return (fact: Compared, value: string | undefined, plan: ComparedPlan): string => {
    const { paySymbol = missing } = plan;
    if (value === undefined) return missing;
    switch (fact) {
      case "status":
        if (value === "notNow" || value === "soldOut") return t(`Product.${value}`);
        return value === "onsale" || value === "presale" || value === "ended" ? statusLabel(value, t) : value;
      case "price":
        return `${formatDecimal(value, undefined, places(plan.paySymbol))}\u00a0${paySymbol}`;
      case "daily":
        return `${formatDecimal(value)}\u00a0${paySymbol}`;
      case "cycle":
        return t("common.days", { value });
      case "fee":
      case "ratio":
        return t("common.percent", { value });
      case "settlement":
        return t("Product.settlementValue", { value });
      case "maximum":
        return ZERO.test(value) ? t("Compare.notNow") : t("Compare.amountT", { value });
      default:
        return t("Compare.amountT", { value });
    }
  };
}
