import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { useScripted } from "~/components/scripted";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { formatDecimal } from "~/i18n/formats";
import { readMessage, useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";

import { QuantityField } from "./QuantityField";
import type { ShownProduct } from "./shown-product.server";
import { useStepper, type Range, type Rounding } from "./stepper";

/** Quantity stepper, payment and buy button (behaviour 2.27, 5.9, 10.14). */
export function QuantityForm({
  token,
  path,
  product,
  signedIn,
  balance,
  precision,
  range,
  buyAmount,
  maxLengths,
  payment,
  rounding,
  lastResult,
}: {
  path: string;
  product: Pick<ShownProduct, "price" | "paySymbol" | "maxBuy">;
  token: string;
  signedIn: boolean;
  balance?: string | undefined;
  /** Decimals of the balance. */
  precision: number;
  range: Range;
  buyAmount: string;
  maxLengths: { buyAmount?: number };
  payment?: string | undefined;
  rounding: Rounding;
  lastResult?: FormAnswer["lastResult"] | undefined;
}) {
  const t = useText();
  const scripted = useScripted();
  // A field that was sent empty is not in the answer; it stays empty.
  const unanswered = lastResult?.error?.buyAmount ? "" : buyAmount;
  const answer = readAnswer("buy", lastResult, { buyAmount: unanswered }, maxLengths);
  const field = answer.fields.buyAmount;
  const stepper = useStepper({
    range,
    maxBuy: product.maxBuy,
    price: product.price,
    rounding,
    initial: field.defaultValue ?? "",
    // The server's payment is for a valid quantity, not for one that it has refused.
    payment: field.errors ? undefined : payment,
  });
  const buy = t(signedIn ? "PowerProductDetail.buy" : "PowerProductDetail.signInToBuy");
  const unknownBalance = signedIn && balance === undefined;
  const missing = t("common.missing");
  const money = (amount: string | undefined, decimals = 8) =>
    amount ? `${formatDecimal(amount, decimals)} ${product.paySymbol ?? missing}` : missing;
  return (
    <Form method="post" action={path} className="card form" noValidate>
      <ErrorSummary {...answer} />
      {stepper.warning ? (
        <div className="toast toast-alert toast-over" role="alert">
          <p>{readMessage(t, stepper.warning)}</p>
        </div>
      ) : null}
      <FormToken value={token} />
      <SecurityInfo />
      {/* Enter presses the first button of a form: it must be the one that buys, in the same words. */}
      <button
        type="submit"
        className="aside"
        name="intent"
        value="buy"
        tabIndex={-1}
        aria-hidden="true"
        disabled={unknownBalance}
      >
        {buy}
      </button>
      <QuantityField field={field} stepper={stepper} step={range.step} />
      <dl className="facts">
        <div className="facts-sum">
          <dt>{t("PowerProductDetail.payAmount")}</dt>
          <dd aria-live="polite">{money(stepper.payment)}</dd>
        </div>
        {signedIn ? (
          <div>
            <dt>{t("PowerProductDetail.balance")}</dt>
            <dd>{money(balance, precision)}</dd>
          </div>
        ) : null}
      </dl>
      {scripted ? null : (
        <button type="submit" className="button button-quiet" name="intent" value="recalculate">
          {t("PowerProductDetail.recalculate")}
        </button>
      )}{" "}
      {unknownBalance ? <p role="alert">{t("errors.balanceUnknown")}</p> : null}
      <SubmitButton intent="buy" disabled={unknownBalance}>
        {buy}
      </SubmitButton>
    </Form>
  );
}
