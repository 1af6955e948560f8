import { FormToken } from "~/components/FormToken";
import { LostPlan } from "~/components/LostPlan";
import { useText } from "~/i18n/text";
import type { Comparison } from "./comparison.server";

/** The plans by their numbers, each with a link to its page and, of one's own choice, a button that drops it. */
export function ChosenPlans({
  plans,
  lost,
  isWhole,
  token,
}: Pick<Comparison, "plans" | "lost" | "isWhole"> & {
  /** Undefined where the address names the plans. */
  token?: string | undefined;
}) {
  const t = useText();
  const list = (
    <>
      {plans.length ? (
        <ol className="card compare-plans">
          {plans.map(({ productId, title }) => (
            <li key={productId}>
              <a className="link-button" href={`/PowerProductDetail/${encodeURIComponent(productId)}`}>
                {title}
              </a>{" "}
              {token === undefined ? null : (
                <button className="link-button" type="submit" name="drop" value={productId}>
                  {t("Plans.remove")}
                  <span className="aside"> {title}</span>
                </button>
              )}
            </li>
          ))}
        </ol>
      ) : null}
      {lost.map((productId) => (
        <LostPlan
          key={productId}
          productId={productId}
          isWhole={isWhole}
          {...(token === undefined ? {} : { button: "drop" })}
        />
      ))}
    </>
  );
  if (token === undefined) {
    return (
      <>
        <p className="soft small">{t("Compare.fromAddress")}</p>
        {list}
      </>
    );
  }
  return (
    <form method="post" action="/Compare">
      <FormToken value={token} />
      {list}
    </form>
  );
}
