import { Form } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { FormToken } from "~/components/FormToken";
import { Sheet } from "~/components/Sheet";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { LikelyOrder } from "./likely-orders.server";
import { Lines } from "./Lines";
import type { Offer } from "./offer.server";

/**
 * For a quote older than the store's data, which were lost: this press sent nothing, but an earlier one may have paid.
 * Shows the newest orders, before a new quote can be asked for.
 */
export function ForgottenSheet({
  path,
  token,
  offer,
  doubt,
  orders,
}: {
  path: string;
  token: string;
  /** The quoted terms. */
  offer: Offer;
  doubt?: readonly string[] | undefined;
  /** Undefined where they cannot be read now. */
  orders?: readonly LikelyOrder[] | undefined;
}) {
  const t = useText();
  const missing = t("common.missing");
  const price = `${formatDecimal(offer.price)}\u00a0${offer.paySymbol}`;
  return (
    <Sheet
      title={t("PowerProductDetail.forgottenTitle")}
      closeTo={path}
      foot={<ButtonLink href="/MyOrder">{t("PowerProductDetail.toOrders")}</ButtonLink>}
    >
      <p role="alert">{t("PowerProductDetail.forgottenText")}</p>
      {doubt ? (
        <p className="note">
          <Lines lines={doubt} />
        </p>
      ) : null}
      {orders === undefined ? (
        <p className="note">{t("PowerProductDetail.unknownUnread")}</p>
      ) : orders.length === 0 ? (
        <p className="note">{t("PowerProductDetail.forgottenNone")}</p>
      ) : (
        <>
          <h3>{t("PowerProductDetail.forgottenOrders", { price })}</h3>
          {orders.map(({ orderNum, time = missing, tokenAmount, payAmount, paySymbol }) => {
            const quantity = tokenAmount ? t("common.terabytes", { value: formatDecimal(tokenAmount) }) : missing;
            const payment = payAmount ? `${formatDecimal(payAmount)}\u00a0${paySymbol ?? ""}` : missing;
            return (
              <p key={orderNum}>
                <strong className="figure">
                  {quantity} · {payment}
                </strong>
                <br />
                <span className="soft small">
                  {time}
                  <br />
                  {t("PowerProductDetail.orderNumber")} <span className="exact">{orderNum}</span>
                </span>
              </p>
            );
          })}
        </>
      )}
      <div className="actions">
        <Form method="post" action={path}>
          <FormToken value={token} />
          <SecurityInfo />
          <input type="hidden" name="buyAmount" value={offer.quantity} />
          <SubmitButton intent="buy" quiet>
            {t("PowerProductDetail.forgottenAgain")}
          </SubmitButton>
        </Form>
      </div>
    </Sheet>
  );
}
