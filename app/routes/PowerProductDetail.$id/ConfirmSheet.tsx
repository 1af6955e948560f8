import { ButtonLink } from "~/components/ButtonLink";
import { Facts } from "~/components/Facts";
import { useTerms } from "~/components/product-terms";
import { Sheet } from "~/components/Sheet";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { Offer } from "./offer.server";
import type { ShownProduct } from "./shown-product.server";
import { StepLink } from "./StepLink";

/** The payment confirmation with every cost line and the risk notice (behaviour 4.14). */
export function ConfirmSheet({ path, product, offer }: { path: string; product: ShownProduct; offer: Offer }) {
  const t = useText();
  const money = (amount: string, precision = 8) => `${formatDecimal(amount, precision)} ${offer.paySymbol}`;
  const held = (amount: string) => money(amount, offer.precision);
  const [cycle, serviceRate, settlement] = useTerms(product);
  const lines = [
    [t("PowerProductDetail.confirmProduct"), product.title],
    [t("PowerProductDetail.confirmQuantity"), t("common.terabytes", { value: formatDecimal(offer.quantity, 2) })],
    [t("PowerProductDetail.confirmPrice"), money(offer.price)],
    ...[serviceRate, cycle, settlement],
    [
      t("PowerProductDetail.confirmProfit"),
      product.profitRatioPercent && t("common.percent", { value: product.profitRatioPercent }),
    ],
    [t("PowerProductDetail.confirmBefore"), offer.balance && held(offer.balance)],
    [t("PowerProductDetail.confirmAfter"), offer.after && held(offer.after)],
  ] as const;
  return (
    <Sheet title={t("PowerProductDetail.confirmTitle")} closeTo={`${path}?buyAmount=${offer.quantity}`}>
      <p className="sum">
        <span className="soft small">{t("PowerProductDetail.payAmount")}</span>{" "}
        <strong className="figure">{money(offer.payment)}</strong>
      </p>
      <Facts lines={lines} />
      <p className="note">{t("PowerProductDetail.confirmRisk")}</p>
      {offer.balance === undefined ? <p role="alert">{t("errors.balanceUnknown")}</p> : null}
      <div className="actions">
        {offer.balance === undefined ? (
          <ButtonLink href={`${path}?step=confirm`}>{t("common.retry")}</ButtonLink>
        ) : (
          <StepLink to={`${path}?step=code`}>{t("common.next")}</StepLink>
        )}
      </div>
    </Sheet>
  );
}
