import { Fragment } from "react";
import { Sheet } from "~/components/Sheet";
import { useRatioPeriod } from "~/components/product-terms";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./shown-product.server";

const PARTS = ["Is", "IsNot"] as const;
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
      {PARTS.map((part) => (
        <Fragment key={part}>
          <h3>{t(`PowerProductDetail.estimate${part}`)}</h3>
          <ul className={part === "Is" ? "points" : "points points-not"}>
            {POINTS.map((point) => (
              <li key={point}>{t(`PowerProductDetail.estimate${part}${point}`)}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      <p className="pair">
        {/* Neither an id nor a decimal has a character that a query must not have. */}
        <a href={`/Estimate?product=${product.productId}&quantity=${quantity}`}>
          {t("PowerProductDetail.estimateLink")}
        </a>{" "}
        <a href="/Help#fees">{t("PowerProductDetail.helpFees")}</a>
      </p>
      <p className="note">{t("PowerProductDetail.inTheApp")}</p>
    </Sheet>
  );
}
