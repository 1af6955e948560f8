import { useText } from "~/i18n/text";
import type { Product } from "~server/upstream/catalogue";

/**
 * The status of a product as text and colour; the platform's own words win (behaviour 4.13). Beside our label it says
 * where nothing is left to buy.
 */
export function StatusTag({
  status,
  text,
  soldOut,
}: {
  status: Product["status"];
  text?: string | undefined;
  soldOut?: boolean | undefined;
}) {
  const t = useText();
  const isSoldOut = soldOut && status === "onsale" && text === undefined;
  return (
    <>
      <span className={isSoldOut ? "tag" : `tag tag-${status}`}>{text ?? statusLabel(status, t)}</span>
      {isSoldOut ? (
        <>
          {" "}
          <span className="tag">{t("Product.soldOut")}</span>
        </>
      ) : null}
    </>
  );
}

/** The label of a status; one that was not sent is shown as missing (behaviour 3.21). */
export function statusLabel(status: Product["status"], t: ReturnType<typeof useText>): string {
  return status === "unknown" ? t("common.missing") : t(`Product.${status}`);
}
