import { DescriptionList } from "~/components/layout/DescriptionList";
import { QuietLink, TextLink } from "~/components/layout/ButtonLink";
import { noted, useCostPerDay, useTerms } from "~/components/product/product-terms";
import { Section } from "~/components/layout/Section";
import { StatusTag } from "~/components/feedback/StatusTag";
import { formatDecimal, formatPayment } from "~/i18n/formats";
import { NoTranslate, useText } from "~/i18n/text";
import type { Bars, Estimate } from "~server/purchase/estimate";
import { Cases } from "./Cases";
import type { Shown } from "./shown.server";

export function Result({ shown, estimate, bars }: { shown: Shown; estimate: Estimate | null; bars: Bars | undefined }) {
  const t = useText();
  const { productId, title, quantity, ratio, price, coin, profitRatioPercent } = shown;
  const perDay = useCostPerDay(shown);
  const period = t("Product.period");
  const money = (amount: string) => formatPayment(amount, coin ?? t("common.missing"));
  const query = new URLSearchParams({ product: productId, quantity, ratio });
  const percent = profitRatioPercent && t("common.percent", { value: profitRatioPercent });
  return (
    <Section
      id="result"
      title={<NoTranslate>{t("Estimate.resultTitle", { quantity: formatDecimal(quantity, 2), title })}</NoTranslate>}
    >
      <p>
        <StatusTag status={shown.status} text={shown.statusText} closed={shown.closed} />
      </p>
      <div className="card">
        <DescriptionList
          lines={[
            [t("Estimate.price"), price ? money(price) : t("Estimate.notStated")],
            [
              t("Estimate.cost"),
              noted(estimate && <strong translate="no">{money(estimate.cost)}</strong>, perDay) ||
                t("Estimate.notStated"),
            ],
            [t("Product.ratio"), noted(percent, t("Product.ratioNote", { period })) || t("Estimate.notStated")],
            ...useTerms(shown).map(([name, value]) => [name, value || t("Estimate.notStated")] as const),
          ]}
        />
      </div>
      {!estimate ? (
        <p className="note">{t("Estimate.noPrice")}</p>
      ) : "why" in estimate ? (
        <p className="note">{t(`Estimate.${estimate.why}`)}</p>
      ) : bars ? (
        <Cases shown={shown} cost={estimate.cost} cases={estimate.cases} bars={bars} />
      ) : null}
      <p className="small">
        <TextLink href={`/Estimate?${query.toString()}`}>{t("Estimate.link")}</TextLink>
      </p>
      <QuietLink href={productPath(shown)}>{t("Estimate.toProduct")}</QuietLink>
    </Section>
  );
}

export const productPath = ({ productId, quantity }: Shown) =>
  `/PowerProductDetail/${encodeURIComponent(productId)}?${new URLSearchParams({ buyAmount: quantity }).toString()}`;

const LIMITS = ["network", "price", "start"] as const;

export function NotKnown({ symbol }: { symbol?: string | undefined }) {
  const t = useText();
  return (
    <Section id="not-known" title={t("Estimate.notKnown")}>
      <ul className="ticks">
        {LIMITS.map((limit) => (
          <li key={limit}>
            {limit === "price" && !symbol ? (
              t("Estimate.notKnown-price-coin")
            ) : (
              <NoTranslate>{t(`Estimate.notKnown-${limit}`, { symbol: symbol ?? "" })}</NoTranslate>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
