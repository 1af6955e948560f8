import { Sheet } from "~/components/Sheet";
import { useRatioPeriod } from "~/components/product-terms";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./shown-product.server";

const POINTS = [1, 2, 3] as const;

/** What the expected ratio says and what it does not, before anything is bought (behaviour 2.50, 2.100). */
export function EstimateSheet({
  product,
  quantity,
  closeTo,
}: {
  product: ShownProduct;
  quantity: string;
  closeTo: string;
}) {
  const t = useText();
  const period = useRatioPeriod();
  const { profitRatioPercent } = product;
  const percent = profitRatioPercent ? t("common.percent", { value: profitRatioPercent }) : t("common.missing");
  return (
    <Sheet title={t("PowerProductDetail.estimateTitle")} closeTo={closeTo}>
      <p>{t("PowerProductDetail.estimateText", { percent, period })}</p>
      <h3>{t("PowerProductDetail.estimateIs")}</h3>
      <ul className="points">
        {POINTS.map((point) => (
          <li key={point}>{t(`PowerProductDetail.estimateIs${point}`)}</li>
        ))}
      </ul>
      <h3>{t("PowerProductDetail.estimateIsNot")}</h3>
      <ul className="points points-not">
        {POINTS.map((point) => (
          <li key={point}>{t(`PowerProductDetail.estimateIsNot${point}`)}</li>
        ))}
      </ul>
      <p>
        <a href={`/Estimate?${new URLSearchParams({ product: product.productId, quantity }).toString()}`}>
          {t("PowerProductDetail.estimateLink")}
        </a>
      </p>
      <p className="note">{t("PowerProductDetail.inTheApp")}</p>
    </Sheet>
  );
}
