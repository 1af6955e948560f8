import { Sheet } from "~/components/Sheet";
import { useRatioPeriod, useRatioSense } from "~/components/product-terms";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./offer.server";

type Point = "Is1" | "Is2_return" | "Is2_output" | "Is3" | "IsNot1" | "IsNot2" | "IsNot3";

/** What the expected ratio means and what it does not, before anything is bought. */
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
  const meaning = useRatioSense()?.ratioMeaning;
  const point = (name: Point) => <li>{t(`PowerProductDetail.estimate${name}`)}</li>;
  const { profitRatioPercent } = product;
  const percent = profitRatioPercent ? t("common.percent", { value: profitRatioPercent }) : t("common.missing");
  return (
    <Sheet title={t("PowerProductDetail.estimateTitle")} closeTo={closeTo}>
      <p>{t("PowerProductDetail.estimateText", { percent, period })}</p>
      <h3>{t("PowerProductDetail.estimateIs")}</h3>
      <ul className="points">
        {point("Is1")}
        {meaning ? point(`Is2_${meaning}`) : null}
        {point("Is3")}
      </ul>
      <h3>{t("PowerProductDetail.estimateIsNot")}</h3>
      <ul className="points points-not">
        {point("IsNot1")}
        {point("IsNot2")}
        {point("IsNot3")}
      </ul>
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
