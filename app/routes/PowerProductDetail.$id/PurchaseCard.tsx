import { ButtonLink } from "~/components/ButtonLink";
import { useText } from "~/i18n/text";
import type { Closed, ShownProduct } from "./offer.server";
import { BottomBar, QuantityForm } from "./QuantityForm";
import type { Range } from "./stepper";

/** The purchase form, or the reason why nothing can be bought now. */
export function PurchaseCard({
  closed,
  blocked,
  doubt,
  range,
  ...form
}: Omit<Parameters<typeof QuantityForm>[0], "range" | "product"> & {
  product: ShownProduct;
  closed?: Closed | undefined;
  /** The message about an earlier purchase whose outcome is unknown. */
  blocked?: string | undefined;
  /** The message about a quote whose payment is in doubt. */
  doubt?: readonly string[] | undefined;
  /** Null where no quantity can be bought, which closes it. */
  range: Range | null;
}) {
  const { path } = form;
  if (closed) return <NotForSale {...closed} doubt={doubt} />;
  if (!range) return null;
  if (blocked) return <Blocked path={path} text={blocked} />;
  return <QuantityForm {...form} range={range} />;
}

/**
 * Why it is not for sale, what else is, and a disabled button; or a link to the orders, if those must be checked first.
 */
function NotForSale({
  text,
  label,
  ordersFirst,
  lead,
  doubt = [],
}: Closed & { doubt?: readonly string[] | undefined }) {
  const t = useText();
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
            {label}
          </button>
        )}
      </BottomBar>
    </div>
  );
}

/** A link to an earlier purchase whose outcome is unknown. */
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
