import { useText } from "~/i18n/text";
import "~/styles/check.css";
import "~/styles/plan-choice.css";

export interface Chosen {
  saved: readonly string[];
  compare: readonly string[];
}

/** A checkbox that chooses a plan. It marks a previous tick, so that the server notices when it is removed. */
export function PlanChoice({ productId, title, chosen }: { productId: string; title: string; chosen: Chosen }) {
  const t = useText();
  const [isSaved, isTicked] = [chosen.saved.includes(productId), chosen.compare.includes(productId)];
  return (
    <div className="pair row between wrap plan-choice" id={`plan-${productId}`}>
      {isTicked ? <input type="hidden" name="was" value={productId} /> : null}
      <div className="check">
        <label>
          <input type="checkbox" name="ids" value={productId} defaultChecked={isTicked} />{" "}
          <span>
            {t("Market.tick")}
            <span className="visually-hidden"> {title}</span>
          </span>
        </label>
      </div>{" "}
      <button className="link-button target" type="submit" name={isSaved ? "unsave" : "save"} value={productId}>
        <span>{t(isSaved ? "Market.unsave" : "Market.save")}</span>
        <span className="visually-hidden"> {title}</span>
      </button>{" "}
    </div>
  );
}
