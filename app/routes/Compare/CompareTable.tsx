import { ButtonLink, TextLink } from "~/components/layout/ButtonLink";
import { FIGURE } from "~/components/layout/DescriptionList";
import { settlementText } from "~/components/product/product-terms";
import { statusLabel } from "~/components/feedback/StatusTag";
import { formatCharge, formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { Compared } from "~server/catalogue/compare";
import type { Comparison } from "./comparison.server";

const ZERO = /^0+(?:\.0+)?$/;

export function CompareTable({
  plans,
  lines,
  hasSeveralCoins,
  soldOutAside,
  own,
}: Pick<Comparison, "plans" | "lines" | "hasSeveralCoins" | "soldOutAside"> & {
  own: boolean;
}) {
  const t = useText();
  const names = useNames();
  const show = useValues();
  const isAlone = plans.length === 1;
  return (
    <>
      <section className="card compare-window" aria-label={t("Compare.caption")}>
        <table className={`compare compare-${plans.length}`}>
          <thead>
            <tr>
              {plans.map(({ productId, title }) => (
                <th key={productId} scope="col">
                  <TextLink href={pathOf(productId)}>{title}</TextLink>{" "}
                  {own ? (
                    <button className="link-button target soft small" type="submit" name="drop" value={productId}>
                      {t("Plans.remove")}
                      <span className="visually-hidden"> {title}</span>
                    </button>
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
          {lines.map(({ fact, values, verdict, lowest }) => (
            <tbody key={fact}>
              <tr>
                <th scope="rowgroup" colSpan={plans.length}>
                  <span className="compare-name">
                    {names[fact]}{" "}
                    {isAlone || verdict === "differs" ? null : <span className="tag">{t(`Compare.${verdict}`)}</span>}
                  </span>
                </th>
              </tr>
              <tr>
                {plans.map((plan, place) => (
                  <td key={plan.productId}>
                    <Value text={show(fact, values[place], plan)} />{" "}
                    {lowest.includes(place) ? <strong>{t("Compare.lowest")}</strong> : null}
                  </td>
                ))}
              </tr>
            </tbody>
          ))}
          <tfoot>
            <tr>
              {plans.map(({ productId, title, isForSale }) => (
                <td key={productId}>
                  <ButtonLink quiet={!isForSale} href={pathOf(productId)}>
                    <span>{t(isForSale ? "PowerProductDetail.buy" : "Compare.view")}</span>
                    <span className="visually-hidden"> {title}</span>
                  </ButtonLink>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      {hasSeveralCoins ? <p className="note">{t("Compare.coins")}</p> : null}
      {soldOutAside ? <p className="soft small">{t("Compare.soldOutAside")}</p> : null}
    </>
  );
}

const Value = ({ text }: { text: string }) => <span translate={FIGURE.test(text) ? "no" : undefined}>{text}</span>;

const pathOf = (productId: string) => `/PowerProductDetail/${encodeURIComponent(productId)}`;

function useNames(): Record<Compared, string> {
  const t = useText();
  const period = t("Product.period");
  return {
    status: t("Compare.status"),
    price: t("Compare.price"),
    daily: t("Compare.daily"),
    cycle: t("Product.cycle"),
    fee: t("Product.serviceRate"),
    settlement: t("Product.settlement"),
    ratio: t("Compare.ratio", { ratio: t("Product.ratio"), period }),
    minimum: t("Compare.minimum"),
    maximum: t("Compare.maximum"),
  };
}

function useValues() {
  const t = useText();
  const missing = t("common.missing");
  return (fact: Compared, value: string | undefined, plan: Comparison["plans"][number]): string => {
    const { coin = missing } = plan;
    if (value === undefined) return missing;
    switch (fact) {
      case "status":
        if (value === "notNow" || value === "soldOut") return t(`Product.${value}`);
        return value === "onsale" || value === "presale" || value === "ended" ? statusLabel(value, t) : value;
      case "price":
        return `${formatCharge(value)} ${coin}`;
      case "daily":
        return `${formatDecimal(value)} ${coin}`;
      case "cycle":
        return t("common.days", { value });
      case "fee":
      case "ratio":
        return t("common.percent", { value });
      case "settlement":
        return settlementText(value, t) ?? missing;
      case "maximum":
        return ZERO.test(value) ? t("Compare.notNow") : t("Compare.amountT", { value });
      default:
        return t("Compare.amountT", { value });
    }
  };
}
