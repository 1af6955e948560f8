import { ButtonLink } from "~/components/ButtonLink";
import { DescriptionList } from "~/components/DescriptionList";
import { useCostPerDay, useRatioPeriod, useTerms } from "~/components/product-terms";
import { AntiPhishingCode } from "~/components/AntiPhishingCode";
import { Sheet } from "~/components/Sheet";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import { Lines } from "./Lines";
import type { Offer } from "./offer.server";
import { quantityPath } from "./quantity-path";
import type { ShownProduct } from "./shown-product.server";
import { StepLink } from "./StepLink";

/** The payment confirmation: the payment, the balance after it, the terms. The risk and the buttons stay in view. */
export function ConfirmSheet({ path, product, offer }: { path: string; product: ShownProduct; offer: Offer }) {
  const t = useText();
  const money = (amount: string, precision?: number) => `${formatDecimal(amount, precision)}\u00a0${offer.paySymbol}`;
  const rounded = (amount: string) => money(amount, offer.precision);
  const quantity = formatDecimal(offer.quantity, 2);
  const back = quantityPath(path, offer.quantity);
  const { profitRatioPercent } = product;
  const percent = profitRatioPercent && t("common.percent", { value: profitRatioPercent });
  const period = useRatioPeriod();
  const perDay = useCostPerDay(product);
  return (
    <Sheet
      title={t("PowerProductDetail.confirmTitle")}
      closeTo={back}
      foot={
        <>
          <p className="small soft">
            {t("PowerProductDetail.confirmRisk")}
            {t("PowerProductDetail.confirmAgreement")}
            <a href="/UserAgreement">{t("PowerProductDetail.confirmAgreementName")}</a>
            {t("PowerProductDetail.confirmAgreementEnd")}
          </p>
          <div className="button-row">
            <ButtonLink quiet href={back}>
              {t("PowerProductDetail.confirmEdit")}
            </ButtonLink>
            {offer.balance === undefined ? (
              <ButtonLink href={`${path}?step=confirm`}>{t("common.retry")}</ButtonLink>
            ) : (
              <StepLink to={offer.codePath}>{t("common.next")}</StepLink>
            )}
          </div>
        </>
      }
    >
      {offer.changes ? (
        <p className="note" role="alert">
          <Lines lines={offer.changes} />
        </p>
      ) : null}
      <p className="sum">
        <span className="small">{product.title}</span>{" "}
        <span className="soft small">
          {t("PowerProductDetail.confirmCost", { quantity, price: money(offer.price) })}
        </span>{" "}
        {perDay ? <span className="soft small">{perDay}</span> : null}{" "}
        <strong className="figure">
          <span className="aside">{t("PowerProductDetail.payAmount")} </span>
          {money(offer.payment)}
        </strong>
      </p>
      <AntiPhishingCode lines={offer.antiPhishingCode} />
      {offer.balance === undefined ? <p role="alert">{t("errors.balanceUnknown")}</p> : null}
      <DescriptionList
        className="facts facts-dense"
        lines={[
          [t("PowerProductDetail.confirmBefore"), offer.balance && rounded(offer.balance)],
          [t("PowerProductDetail.confirmAfter"), offer.after && rounded(offer.after)],
          [
            t("Product.ratio"),
            percent && (
              <>
                {percent} <span className="facts-note">{t("Product.ratioNote", { period })}</span>
              </>
            ),
          ],
        ]}
      />
      <DescriptionList className="facts facts-3" lines={useTerms(product)} />
      <p className="small soft">{t("PowerProductDetail.inTheApp")}</p>
    </Sheet>
  );
}
