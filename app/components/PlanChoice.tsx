import { useText } from "~/i18n/text";
import "../styles/check.css";
import "../styles/plan-choice.css";

/** What of a plan is put aside in this browser. */
export interface Chosen {
  saved: readonly string[];
  compare: readonly string[];
}

/**
 * Below a plan's card, within the form of its list: a box that chooses it to be compared, and a button that saves it
 * (behaviour 2.93, 2.94). A box that was ticked before says so, so that to untick it is seen.
 */
export function PlanChoice({ productId, title, chosen }: { productId: string; title: string; chosen: Chosen }) {
  const t = useText();
  const [isSaved, isTicked] = [chosen.saved.includes(productId), chosen.compare.includes(productId)];
  return (
    <div className="pair plan-choice" id={`plan-${productId}`}>
      {isTicked ? <input type="hidden" name="was" value={productId} /> : null}
      <div className="check">
        <label>
          <input type="checkbox" name="ids" value={productId} defaultChecked={isTicked} />{" "}
          <span>
            {t("Market.tick")}
            <span className="aside"> {title}</span>
          </span>
        </label>
      </div>{" "}
      <button className="link-button" type="submit" name={isSaved ? "unsave" : "save"} value={productId}>
        {t(isSaved ? "Market.unsave" : "Market.save")}
        <span className="aside"> {title}</span>
      </button>{" "}
    </div>
  );
}
