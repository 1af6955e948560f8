import { Icon } from "~/components/Icon";
import { Ratio, useCostPerDay } from "~/components/product-terms";
import { StatusTag } from "~/components/StatusTag";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./shown-product.server";
import { StepLink } from "./StepLink";

/** Price, cost for a day and expected ratio: what decides, before everything else (behaviour 2.48, 2.50). */
export function Headline({ product, estimatePath }: { product: ShownProduct; estimatePath: string }) {
  const t = useText();
  const missing = t("common.missing");
  const perDay = useCostPerDay(product);
  return (
    <div className="headline">
      <p className="product-price">
        <span className="figure">{product.price ? formatDecimal(product.price, 8) : missing}</span>{" "}
        <span className="unit">{product.paySymbol ?? missing}&nbsp;/&nbsp;T</span>{" "}
        {perDay ? <span className="per-day small soft">{perDay}</span> : null}{" "}
        <StatusTag status={product.status} text={product.statusText} />
      </p>{" "}
      <Ratio percent={product.profitRatioPercent}>
        <StepLink className="ask" to={estimatePath}>
          <Icon name="question" says={t("PowerProductDetail.estimateTitle")} />
        </StepLink>
      </Ratio>
    </div>
  );
}
