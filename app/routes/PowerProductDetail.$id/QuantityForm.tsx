import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission, type FieldResult } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { useMessageKey } from "~/components/feedback/message-key";
import { useHydrated } from "~/components/layout/hydrated";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { formatDecimal, formatPayment } from "~/i18n/formats";
import { readMessage, useText } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";
import type { OpenSale, QuickLink, ShownProduct } from "./offer.server";
import { barLengths, estimatedBack, nextStep } from "~/components/product/amounts";
import { useStepper } from "./stepper";
import type { MouseEvent, ReactNode } from "react";
import { isPlainClick } from "~/components/layout/plain-click";
import { Icon } from "~/components/layout/Icon";
import { describing, FormField } from "~/components/form/FormField";
import { BuySteps, useStepLabel } from "./steps";
import { RollingAmount, Totals } from "./Totals";

/** Quantity stepper, quick amounts, totals, balance, and payment with the button of the next step. */
export function QuantityForm({
  token,
  path,
  product,
  signedIn,
  balance,
  balanceUnknown,
  bound,
  linked,
  depositPath,
  precision,
  range,
  quick,
  buyAmount,
  payment,
  rounding,
  lastResult,
}: OpenSale & {
  path: string;
  product: Pick<ShownProduct, "price" | "coin" | "maxBuy" | "backFactor">;
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
    isRefused: Boolean(field.errors),
    buyAmount,
    payment,
  });
  const warned = useMessageKey(stepper.warning);
  const missing = t("common.missing");
  const symbol = product.coin ?? missing;
  const pay = stepper.payment ? formatPayment(stepper.payment, symbol) : missing;
  const { backFactor } = product;
  const back = estimatedBack(stepper.payment, backFactor);
  const next = nextStep({ bound, linked, balance }, stepper.payment);
  const stepLabel = useStepLabel(next, symbol);
  const buy = signedIn ? stepLabel : t("PowerProductDetail.signIn");
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
        className="visually-hidden"
        name="intent"
        value="buy"
        tabIndex={-1}
        aria-hidden="true"
        disabled={!!balanceUnknown}
      >
        {buy}
      </button>
      <QuantityField field={field} stepper={stepper} step={range.step} />
      <div className="chips">
        <QuickAmounts path={path} quick={quick} chosen={stepper.text} choose={stepper.choose} />
      </div>
      <Totals
        payment={pay}
        back={backFactor === null ? undefined : back ? formatPayment(back, symbol) : missing}
        lengths={barLengths(range, stepper.text, stepper.payment, back)}
      >
        {/* With scripts its room stays: nothing moves when they run. */}
        {scripted ? (
          <span className="button button-quiet button-small unseen">{t("PowerProductDetail.recalculate")}</span>
        ) : (
          <button type="submit" className="button button-quiet button-small" name="intent" value="recalculate">
            {t("PowerProductDetail.recalculate")}
          </button>
        )}
      </Totals>
      {balanceUnknown ? (
        <p className="note" role="alert">
          {balanceUnknown}
          <br />
          <a className="link-button" href={quantityPath(path, stepper.text)}>
            {t("common.retry")}
          </a>
        </p>
      ) : signedIn ? (
        <p className="placeholder">
          <span>
            <span className="soft">{t("PowerProductDetail.balance")}</span>{" "}
            <span className="figure" translate="no">
              {`${formatDecimal(balance ?? "", precision)}\u00a0${symbol}`}
            </span>
          </span>{" "}
          {next.short ? (
            <a className="placeholder-short" href={depositPath + encodeURIComponent(quantityPath(path, stepper.text))}>
              {t("PowerProductDetail.short", { amount: formatPayment(next.short, symbol) })}
            </a>
          ) : null}
        </p>
      ) : null}
      <BottomBar
        stacked={!signedIn || next.name !== "buy"}
        note={
          <>
            <span className="small soft">
              {t("PowerProductDetail.payAmount")} <BuySteps done={next.done} />
            </span>{" "}
            <RollingAmount amount={pay} />{" "}
            <span className="visually-hidden" aria-live="polite">
              {stepper.isChanged && stepper.payment ? `${stepper.text}\u00a0T, ${pay}` : null}
            </span>
            {signedIn ? null : <span className="small soft">{t("PowerProductDetail.registerToBuy")}</span>}
          </>
        }
      >
        {signedIn ? null : <SubmitButton intent="register">{t("PowerProductDetail.register")}</SubmitButton>}
        <SubmitButton intent="buy" disabled={!!balanceUnknown}>
          {buy}
        </SubmitButton>
      </BottomBar>
    </Form>
  );
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
  quick: readonly QuickLink[];
  /** Terabytes. */
  chosen: string;
  choose: (quantity: string) => void;
}) {
  const take = (quantity: string) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    choose(quantity);
  };
  return quick.map(({ quantity, text, label }, index) => (
    <span key={index}>
      <a
        className={quantity === chosen ? "chip chip-chosen" : "chip"}
        href={quantityPath(path, quantity)}
        rel="nofollow"
        aria-label={label}
        onClick={take(quantity)}
      >
        {text}
      </a>{" "}
    </span>
  ));
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
    <FormField {...{ id, hint, errors, autoFocus }} label={t("PowerProductDetail.quantity")}>
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

/** The product page with a quantity, which may be any input. */
function quantityPath(path: string, quantity: string): string {
  return `${path}?buyAmount=${encodeURIComponent(quantity)}`;
}

/**
 * The amount and the button of a step, fixed to the foot of the screen within reach of a thumb. On a low screen, or
 * with large text, it is a row of the page. Its `Screen` sets `acts`.
 */
export function BottomBar({
  children,
  note,
  stacked = false,
}: {
  children: ReactNode;
  note?: ReactNode;
  /** Its buttons are below the amount, which has a line then. */
  stacked?: boolean;
}) {
  return (
    <div className={stacked ? "low-bar action-bar action-bar-stacked" : "low-bar action-bar"}>
      {note ? <div className="action-bar-note">{note}</div> : null}
      <div className="action-bar-button">{children}</div>
    </div>
  );
}
