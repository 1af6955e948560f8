import { Icon } from "~/components/Icon";
import { Price, Ratio } from "~/components/product-terms";
import { StatusTag } from "~/components/StatusTag";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./shown-product.server";
import { StepLink } from "./StepLink";

/** Price, cost for a day and expected ratio: the figures that decide come first. */
export function Headline({ product, estimatePath }: { product: ShownProduct; estimatePath: string }) {
  const t = useText();
  return (
    <div className="headline">
      <Price product={product} />{" "}
      <Ratio percent={product.profitRatioPercent}>
        <StepLink className="ask" to={estimatePath}>
          <Icon name="question" label={t("PowerProductDetail.estimateTitle")} />
        </StepLink>
      </Ratio>{" "}
      <span>
        <StatusTag status={product.status} text={product.statusText} closed={product.closed} />
      </span>
    </div>
  );
}
