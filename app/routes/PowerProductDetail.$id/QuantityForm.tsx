import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { readSubmission, type FieldResult } from "~/components/form-result";
import { FormToken } from "~/components/FormToken";
import { BottomBar } from "~/components/BottomBar";
import { useOccurrence } from "~/components/occurrence";
import { useHydrated } from "~/components/hydrated";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { formatDecimal } from "~/i18n/formats";
import { readMessage, useText } from "~/i18n/text";
import type { FormAnswer } from "~server/forms/form";
import type { Quick } from "~server/purchase/quantity";
import { Held } from "./Held";
import { QuantityField } from "./QuantityField";
import { quantityPath } from "./quantity-path";
import { QuickAmounts } from "./QuickAmounts";
import type { ShownProduct } from "./shown-product.server";
import { livePayment, shortOf, useStepper, type Range, type Rounding } from "./stepper";

/** Quantity stepper, quick amounts, balance, and payment with the buy button. */
export function QuantityForm({
  token,
  path,
  product,
  signedIn,
  balance,
  precision,
  range,
  quick,
  buyAmount,
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
  quick: Quick;
  buyAmount: string;
  payment?: string | undefined;
  rounding: Rounding;
  lastResult?: FormAnswer["lastResult"] | undefined;
}) {
  const t = useText();
  const scripted = useHydrated();
  // A field that was sent empty is not in the response; it stays empty.
  const initial = lastResult?.error?.buyAmount ? "" : buyAmount;
  const submission = readSubmission("buy", lastResult, { buyAmount: initial });
  const field = submission.fields.buyAmount;
  const stepper = useStepper({
    range,
    maxBuy: product.maxBuy,
    price: product.price,
    rounding,
    initial: field.defaultValue ?? "",
    payment: paymentFor(field, { buyAmount, payment, price: product.price, rounding }),
  });
  const warned = useOccurrence(stepper.warning);
  const buy = t(signedIn ? "PowerProductDetail.buy" : "PowerProductDetail.signInToBuy");
  const unknownBalance = signedIn && balance === undefined;
  const missing = t("common.missing");
  const symbol = product.paySymbol ?? missing;
  const money = (amount: string | undefined, decimals?: number) =>
    amount ? `${formatDecimal(amount, decimals)}\u00a0${symbol}` : missing;
  const short = signedIn ? shortOf(balance, stepper.payment) : undefined;
  return (
    <Form method="post" action={path} className="card form" noValidate onSubmit={stepper.send}>
      <ErrorSummary {...submission} labels={{ buyAmount: t("PowerProductDetail.quantity") }} />
      {stepper.warning ? (
        <div key={warned} className="toast toast-alert toast-over toast-fades" role="alert">
          <p>{readMessage(t, stepper.warning.text)}</p>
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
      <div className="chips">
        <QuickAmounts path={path} quick={quick} chosen={stepper.text} choose={stepper.choose} />
        {scripted ? null : (
          <button
            type="submit"
            className="button button-quiet button-small chips-button"
            name="intent"
            value="recalculate"
          >
            {t("PowerProductDetail.recalculate")}
          </button>
        )}{" "}
      </div>
      {unknownBalance ? (
        <p className="note" role="alert">
          {t("errors.balanceUnknown")}
          <br />
          <a className="link-button" href={quantityPath(path, stepper.text)}>
            {t("common.retry")}
          </a>
        </p>
      ) : signedIn ? (
        <Held
          balance={money(balance, precision)}
          short={short && money(short)}
          depositPath={depositPath(product.paySymbol, path, stepper.text)}
        />
      ) : null}
      <BottomBar
        note={
          <>
            <span className="small soft">{t("PowerProductDetail.payAmount")}</span>{" "}
            <strong className="figure" aria-live="polite">
              {money(stepper.payment)}
            </strong>
          </>
        }
      >
        <SubmitButton intent="buy" disabled={unknownBalance}>
          {buy}
        </SubmitButton>
      </BottomBar>
    </Form>
  );
}

/** Where the pay symbol is deposited, with the way back to this product and quantity. */
function depositPath(paySymbol: string | undefined, path: string, quantity: string): string {
  const coin = paySymbol === undefined ? "" : `/${encodeURIComponent(paySymbol)}`;
  return `/Recharge${coin}?redirectTo=${encodeURIComponent(quantityPath(path, quantity))}`;
}

/** The payment for the field's value: the server's is for the page's quantity; a rejected one has none. */
function paymentFor(
  { errors, defaultValue = "" }: FieldResult,
  page: { buyAmount: string; payment: string | undefined; price: string | undefined; rounding: Rounding },
): string | undefined {
  if (errors) return undefined;
  return defaultValue === page.buyAmount ? page.payment : livePayment(defaultValue, page.price, page.rounding);
}
