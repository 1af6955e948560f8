import { ButtonLink } from "~/components/ButtonLink";
import { BottomBar } from "~/components/BottomBar";
import { statusLabel } from "~/components/StatusTag";
import { useText } from "~/i18n/text";
import type { Closed } from "./closed.server";
import { QuantityForm } from "./QuantityForm";
import type { ShownProduct } from "./shown-product.server";
import type { Range } from "./stepper";

/** The form that buys, or why nothing can be bought at this moment (behaviour 2.27). */
export function PurchaseCard({
  closed,
  blocked,
  doubt,
  range,
  ...form
}: Omit<Parameters<typeof QuantityForm>[0], "range" | "product"> & {
  product: ShownProduct;
  closed?: Closed | undefined;
  /** While an earlier purchase has no answer: what is said of it. */
  blocked?: string | undefined;
  /** What is said of a quote of which nobody knows whether it was paid. */
  doubt?: readonly string[] | undefined;
  /** Null where no quantity can be bought, which closes it. */
  range: Range | null;
}) {
  const { product, path } = form;
  if (closed) return <NotForSale {...closed} doubt={doubt} product={product} />;
  if (!range) return null;
  if (blocked) return <Blocked path={path} text={blocked} />;
  return <QuantityForm {...form} range={range} />;
}

/** Why it is not for sale, what is, and a button that does nothing; or the way to what has to be looked at first. */
function NotForSale({
  text,
  label,
  ordersFirst,
  lead,
  doubt = [],
  product,
}: Closed & { doubt?: readonly string[] | undefined; product: Pick<ShownProduct, "status" | "statusText"> }) {
  const t = useText();
  const { status, statusText } = product;
  return (
    <div className="card">
      <p role="status">{text}</p>
      {ordersFirst ? doubt.map((sentence) => <p key={sentence}>{sentence}</p>) : null}
      {lead ? (
        <ButtonLink quiet href="/Index/Power">
          {lead}
        </ButtonLink>
      ) : null}
      <BottomBar>
        {ordersFirst ? (
          <ButtonLink href="/MyOrder">{t("PowerProductDetail.toOrders")}</ButtonLink>
        ) : (
          <button type="button" className="button" disabled>
            {status !== "onsale"
              ? (statusText ?? statusLabel(status, t))
              : t(label === "soldOut" ? "Product.soldOut" : "PowerProductDetail.buy")}
          </button>
        )}
      </BottomBar>
    </div>
  );
}

/** While an earlier purchase has no answer (behaviour 13.11): a link to it. */
function Blocked({ path, text }: { path: string; text: string }) {
  const t = useText();
  return (
    <div className="card" role="alert">
      <p>{text}</p>
      <BottomBar>
        <ButtonLink href={`${path}?step=outcome`}>{t("PowerProductDetail.blockedLink")}</ButtonLink>
      </BottomBar>
    </div>
  );
}
