import { ButtonLink } from "~/components/ButtonLink";
import { LowBar } from "~/components/LowBar";
import { statusLabel } from "~/components/StatusTag";
import { formatClock } from "~/i18n/formats";
import type { TextKey } from "~/i18n/el_GR";
import { useLanguage, useText } from "~/i18n/text";
import { QuantityForm } from "./QuantityForm";
import type { ShownProduct } from "./shown-product.server";
import type { Range } from "./stepper";

/** The form that buys, or why nothing can be bought at this moment (behaviour 2.27). */
export function PurchaseCard({
  closed,
  blockedUntilMs,
  range,
  ...form
}: Omit<Parameters<typeof QuantityForm>[0], "range" | "product"> & {
  product: ShownProduct;
  /** The message that says why it is not for sale, if so. */
  closed?: string | undefined;
  /** While an earlier purchase has no answer: until when, in milliseconds since 1970. */
  blockedUntilMs?: number | undefined;
  /** Null where no quantity can be bought. */
  range: Range | null;
}) {
  const { product, path } = form;
  if (closed || !range) {
    return <NotForSale reason={(closed as TextKey | undefined) ?? "errors.outOfStock"} product={product} />;
  }
  if (blockedUntilMs) return <Blocked path={path} untilMs={blockedUntilMs} />;
  return <QuantityForm {...form} range={range} />;
}

/** Why it is not for sale, and a button that does nothing; or the way to what has to be looked at first. */
function NotForSale({ reason, product }: { reason: TextKey; product: Pick<ShownProduct, "status" | "statusText"> }) {
  const t = useText();
  const { status, statusText } = product;
  return (
    <div className="card">
      <p role="status">{t(reason)}</p>
      <LowBar>
        {reason === "errors.ledgerUnavailable" ? (
          <ButtonLink href="/MyOrder">{t("PowerProductDetail.toOrders")}</ButtonLink>
        ) : (
          <button type="button" className="button" disabled>
            {status !== "onsale"
              ? (statusText ?? statusLabel(status, t))
              : t(reason === "errors.outOfStock" ? "PowerProductDetail.soldOut" : "PowerProductDetail.buy")}
          </button>
        )}
      </LowBar>
    </div>
  );
}

/** While an earlier purchase has no answer (behaviour 13.11): a link to it. */
function Blocked({ path, untilMs }: { path: string; untilMs: number }) {
  const t = useText();
  const { locale } = useLanguage();
  return (
    <div className="card" role="alert">
      <p>{t("PowerProductDetail.blocked", { time: formatClock(untilMs, locale) })}</p>
      <LowBar>
        <ButtonLink href={`${path}?step=outcome`}>{t("PowerProductDetail.blockedLink")}</ButtonLink>
      </LowBar>
    </div>
  );
}
