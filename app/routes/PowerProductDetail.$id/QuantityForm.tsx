import { Form } from "@remix-run/react";
import { TextLink } from "~/components/layout/ButtonLink";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import { useMessageKey } from "~/components/feedback/message-key";
import { useHydrated } from "~/components/layout/hydrated";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { formatDecimal, formatPayment, withCoin } from "~/i18n/formats";
import { NoTranslate, readMessage, useText } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";
import type { OpenSale, ShownProduct } from "./offer.server";
import { nextStep } from "~/components/product/amounts";
import { Deal } from "~/components/product/Deal";
import { TermLine } from "~/components/product/product-terms";
import { useStepper } from "./stepper";
import type { MouseEvent, ReactNode } from "react";
import { isPlainClick } from "~/components/layout/plain-click";
import { Icon } from "~/components/layout/Icon";
import { describing, FieldError } from "~/components/form/FormField";
import { BuySteps, useStepLabel } from "./steps";

export function QuantityForm({
  token,
  path,
  product,
  signedIn,
  balance,
  balanceUnknown,
  bound,
  precision,
  range,
  quick,
  buyAmount,
  payment,
  rounding,
  estimatePath,
  lastResult,
}: OpenSale & {
  path: string;
  estimatePath: string;
  product: ShownProduct;
  lastResult?: FormResult["lastResult"] | undefined;
}) {
  const t = useText();
  const scripted = useHydrated();
  // The response omits a field that was sent empty, and the field stays empty.
  const initial = lastResult?.error?.buyAmount ? "" : buyAmount;
  const submission = readSubmission("buy", lastResult, { buyAmount: initial });
  const { id, name, errors, autoFocus, defaultValue } = submission.fields.buyAmount;
  const stepper = useStepper({
    range,
    maxBuy: product.maxBuy,
    price: product.price,
    rounding,
    initial: defaultValue ?? "",
    refused: errors && defaultValue,
    buyAmount,
    payment,
  });
  const warned = useMessageKey(stepper.warning);
  const missing = t("common.missing");
  const symbol = product.coin ?? missing;
  const next = nextStep({ bound, balance }, stepper.payment);
  const stepLabel = useStepLabel(next, symbol);
  const buy = signedIn ? stepLabel : t("PowerProductDetail.signIn");
  const intent = signedIn ? next.name : "buy";
  const price = product.price ? formatPayment(product.price, symbol) : missing;
  const hints = [
    t("Product.perT", { price }),
    range.step === "1" ? undefined : t("PowerProductDetail.quantityHint", { step: range.step }),
  ];
  return (
    <Form method="post" action={path} className="card form" noValidate onSubmit={stepper.send}>
      <ErrorSummary {...submission} labels={{ buyAmount: t("PowerProductDetail.quantity") }} />
      {stepper.warning && (
        <div key={warned} className="toast toast-alert toast-over toast-fades" role="alert">
          <p>
            <NoTranslate>{readMessage(t, stepper.warning.text)}</NoTranslate>
          </p>
        </div>
      )}
      <SecurityInfo token={token} />
      {/* Enter presses the first button of a form, so this one must buy and have the same text. */}
      <button
        type="submit"
        className="visually-hidden"
        name="intent"
        value={intent}
        tabIndex={-1}
        aria-hidden="true"
        disabled={!!balanceUnknown}
      >
        {buy}
      </button>
      <Deal
        terms={product}
        coin={symbol}
        payment={stepper.payment}
        until={product.cycleEnd}
        payLabel={<NoTranslate>{t("PowerProductDetail.payIn", { coin: symbol })}</NoTranslate>}
        coinInLabel
        estimatePath={estimatePath}
      >
        <div className={errors?.[0] ? "field stepper field-wrong" : "field stepper"}>
          <label htmlFor={id} className="visually-hidden">
            {t("PowerProductDetail.quantity")}
          </label>
          <div className="field-row">
            <StepButton intent="decrease" step={range.step} onClick={stepper.decrease} />
            <input
              type="text"
              {...{ id, name, autoFocus }}
              required
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="go"
              ref={stepper.input}
              value={stepper.text}
              onChange={stepper.type}
              onBlur={stepper.leave}
              {...describing({ id, hint: price, errors })}
            />
            <StepButton intent="increase" step={range.step} onClick={stepper.increase} />
          </div>
        </div>
        <FieldError {...{ id, errors, autoFocus }} />
        <p className="soft small" id={`${id}-hint`}>
          <TermLine terms={hints} amounts />
        </p>
        <div className="chips wrap">
          {/* These link to this page with another quantity, which scripts change in place. */}
          {quick.map(({ quantity, text, label }, index) => (
            <span key={index}>
              <a
                className={quantity === stepper.text ? "chip chip-chosen" : "chip"}
                href={quantityPath(path, quantity)}
                rel="nofollow"
                aria-label={label}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  stepper.choose(quantity);
                }}
              >
                {text}
              </a>{" "}
            </span>
          ))}
          {/* With scripts its space is reserved, so that nothing moves when they start. */}
          <button type="submit" className={scripted ? "chip unseen" : "chip"} name="intent" value="recalculate">
            {t("PowerProductDetail.recalculate")}
          </button>
        </div>
        <p className="visually-hidden" aria-live="polite" translate="no">
          {stepper.isChanged && stepper.payment && `${stepper.text}\u00a0T, ${formatPayment(stepper.payment, symbol)}`}
        </p>
      </Deal>
      {balanceUnknown ? (
        <p className="note" role="alert">
          {balanceUnknown}
          <br />
          <TextLink href={quantityPath(path, stepper.text)}>{t("common.retry")}</TextLink>
        </p>
      ) : signedIn ? (
        <p>
          <span className="soft">{t("PowerProductDetail.balance")}</span>{" "}
          <span className="figure" translate="no">
            {withCoin(formatDecimal(balance ?? "", precision), symbol)}
          </span>
        </p>
      ) : null}
      <BottomBar note={<BuySteps signedIn={signedIn} done={next.done} />} paired={!signedIn}>
        {signedIn ? null : <SubmitButton intent="register">{t("PowerProductDetail.register")}</SubmitButton>}
        <SubmitButton intent={intent} quiet={!signedIn} disabled={!!balanceUnknown}>
          {buy}
        </SubmitButton>
      </BottomBar>
    </Form>
  );
}

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
    <button type="submit" className="button button-quiet" name="intent" value={intent} onClick={onClick}>
      <Icon
        name={intent === "decrease" ? "minus" : "plus"}
        label={<NoTranslate>{t(`PowerProductDetail.${intent}`, { step })}</NoTranslate>}
      />
    </button>
  );
}

function quantityPath(path: string, quantity: string): string {
  return `${path}?buyAmount=${encodeURIComponent(quantity)}`;
}

/** Shows the steps and the next one's button at the bottom, or in the page on a low screen. `Screen` sets `acts`. */
export function BottomBar({
  children,
  note,
  paired = false,
}: {
  children: ReactNode;
  note?: ReactNode;
  paired?: boolean;
}) {
  return (
    <div className="low-bar action-bar">
      {note}
      <div className={paired ? "action-bar-pair" : undefined}>{children}</div>
    </div>
  );
}
