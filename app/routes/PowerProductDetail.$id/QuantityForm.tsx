import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { readSubmission, type FieldResult } from "~/components/form-result";
import { FormToken } from "~/components/FormToken";
import { useOccurrence } from "~/components/occurrence";
import { useHydrated } from "~/components/hydrated";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import { formatDecimal } from "~/i18n/formats";
import { readMessage, useText } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";
import type { Quick } from "~server/purchase/quantity";
import { quantityPath } from "./StepLink";
import type { ShownProduct } from "./offer.server";
import { livePayment, shortOf, useStepper, type Range, type Rounding } from "./stepper";
import type { MouseEvent, ReactNode } from "react";
import { isPlainClick } from "~/components/plain-click";
import { Icon } from "~/components/Icon";
import { describing, FormField } from "~/components/FormField";

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
  lastResult?: FormResult["lastResult"] | undefined;
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

/**
 * Quantities that one press chooses, and the most that can be bought: links to this page with that quantity, with
 * scripts in place.
 */
function QuickAmounts({
  path,
  quick,
  chosen,
  choose,
}: {
  path: string;
  quick: Quick;
  /** Terabytes. */
  chosen: string;
  choose: (quantity: string) => void;
}) {
  const t = useText();
  const amounts = quick.amounts.map((quantity) => [quantity, formatDecimal(quantity, 2), "choose"] as const);
  const most = quick.most === undefined ? [] : [[quick.most, t("PowerProductDetail.most"), "chooseMost"] as const];
  if (amounts.length + most.length < 2) return null;
  const take = (quantity: string) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    choose(quantity);
  };
  return (
    <>
      {[...amounts, ...most].map(([quantity, label, name], index) => (
        <span key={index}>
          <a
            className={quantity === chosen ? "chip chip-chosen" : "chip"}
            href={quantityPath(path, quantity)}
            rel="nofollow"
            aria-label={t(`PowerProductDetail.${name}`, { quantity: formatDecimal(quantity, 2) })}
            onClick={take(quantity)}
          >
            {label}
          </a>{" "}
        </span>
      ))}
    </>
  );
}

/** The quantity between the − and the + of the stepper. */
function QuantityField({
  field,
  stepper,
  step,
}: {
  field: FieldResult;
  stepper: ReturnType<typeof useStepper>;
  /** Terabytes. */
  step: string;
}) {
  const t = useText();
  const { id, name, errors, autoFocus } = field;
  const hint = t("PowerProductDetail.quantityHint", { step });
  return (
    <FormField {...{ id, hint, errors }} label={t("PowerProductDetail.quantity")}>
      <div className="field-row">
        <StepButton intent="decrease" step={step} onClick={stepper.decrease} />
        <input
          type="text"
          {...{ id, name, autoFocus }}
          className="centred"
          required
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="go"
          ref={stepper.input}
          value={stepper.text}
          onChange={stepper.type}
          onBlur={stepper.leave}
          {...describing({ id, hint, errors })}
        />
        <StepButton intent="increase" step={step} onClick={stepper.increase} />
      </div>
    </FormField>
  );
}

/** The − or + of the stepper: posts the form without scripts, changes the field in place with them. */
function StepButton({
  intent,
  step,
  onClick,
}: {
  intent: "decrease" | "increase";
  step: string;
  onClick: (event: MouseEvent) => void;
}) {
  const t = useText();
  return (
    <button type="submit" className="button button-quiet button-square" name="intent" value={intent} onClick={onClick}>
      <Icon name={intent === "decrease" ? "minus" : "plus"} label={t(`PowerProductDetail.${intent}`, { step })} />
    </button>
  );
}

/** The balance, and a link to deposit more where it is too small for the payment. */
function Held({
  balance,
  short,
  depositPath,
}: {
  /** With its symbol, as it is shown. */
  balance: string;
  /** The missing amount, with its symbol; undefined where the balance suffices. */
  short: string | undefined;
  /** Leads back here. */
  depositPath: string;
}) {
  const t = useText();
  return (
    <p className="held">
      <span>
        <span className="soft">{t("PowerProductDetail.balance")}</span> <span className="figure">{balance}</span>
      </span>{" "}
      {short ? (
        <a className="held-short" href={depositPath}>
          {t("PowerProductDetail.short", { amount: short })}
        </a>
      ) : null}
    </p>
  );
}

/**
 * The amount and the button of a step, fixed to the foot of the screen within reach of a thumb. On a low screen, or
 * with large text, it is a row of the page. Its `Screen` sets `acts`.
 */
export function BottomBar({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="low-bar act">
      {note ? <div className="act-note">{note}</div> : null}
      <div className="act-button">{children}</div>
    </div>
  );
}
