import { Form } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { Facts } from "~/components/Facts";
import { FormToken } from "~/components/FormToken";
import { Sheet } from "~/components/Sheet";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { formatDecimal, formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { LikelyOrder } from "./likely-orders.server";

/**
 * For a quote older than the store's data, which were lost: this press sent nothing, but an earlier one may have paid.
 * Shows the newest orders, before a new quote can be asked for.
 */
export function ForgottenSheet({
  path,
  token,
  quantity,
  orders,
}: {
  path: string;
  token: string;
  /** Terabytes of the quote. */
  quantity: string;
  /** Undefined where they cannot be read now. */
  orders?: readonly LikelyOrder[] | undefined;
}) {
  const t = useText();
  const { locale } = useLanguage();
  const missing = t("common.missing");
  return (
    <Sheet title={t("PowerProductDetail.forgottenTitle")} closeTo={path}>
      <p role="alert">{t("PowerProductDetail.forgottenText")}</p>
      {orders === undefined ? (
        <p className="note">{t("PowerProductDetail.unknownUnread")}</p>
      ) : orders.length === 0 ? (
        <p className="note">{t("PowerProductDetail.forgottenNone")}</p>
      ) : (
        <>
          <h3>{t("PowerProductDetail.forgottenOrders")}</h3>
          {orders.map(({ orderNum, orderTimeMs, orderTimeText = missing, tokenAmount, payAmount, paySymbol }) => {
            const time = orderTimeMs === undefined ? orderTimeText : formatTime(orderTimeMs, locale);
            const quantity = tokenAmount ? t("common.terabytes", { value: formatDecimal(tokenAmount, 8) }) : missing;
            const payment = payAmount ? `${formatDecimal(payAmount, 8)} ${paySymbol ?? ""}` : missing;
            const shown = <span className="exact small">{orderNum}</span>;
            const number = [t("PowerProductDetail.orderNumber"), shown] as const;
            return <Facts key={orderNum} lines={[[time, `${quantity} · ${payment}`], number]} />;
          })}
        </>
      )}
      <div className="actions">
        <ButtonLink href="/MyOrder">{t("PowerProductDetail.toOrders")}</ButtonLink>
        <Form method="post" action={path}>
          <FormToken value={token} />
          <SecurityInfo />
          <input type="hidden" name="buyAmount" value={quantity} />
          <SubmitButton intent="buy" quiet>
            {t("PowerProductDetail.forgottenAgain")}
          </SubmitButton>
        </Form>
      </div>
    </Sheet>
  );
}
