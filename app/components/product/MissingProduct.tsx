import { useText } from "~/i18n/text";
import { TextLink } from "~/components/layout/ButtonLink";

/** A plan that the snapshot lacks. If the snapshot is incomplete, the plan's page may still show it. */
export function MissingProduct({
  productId,
  isWhole,
  button,
}: {
  productId: string;
  isWhole: boolean;
  button: "unsave" | "drop" | undefined;
}) {
  const t = useText();
  const name = t("Plans.planNumber", { id: productId });
  return (
    <div className="card">
      <p>
        <TextLink href={`/PowerProductDetail/${encodeURIComponent(productId)}`}>{name}</TextLink>
      </p>
      <p className="soft">{t(isWhole ? "Plans.gone" : "Plans.lost")}</p>
      {button ? (
        <button className="link-button target" type="submit" name={button} value={productId}>
          {t("Plans.remove")}
          <span className="visually-hidden"> {name}</span>
        </button>
      ) : null}
    </div>
  );
}
