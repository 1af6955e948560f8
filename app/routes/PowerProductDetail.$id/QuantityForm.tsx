import { Form } from "@remix-run/react";
import type { MouseEvent } from "react";
import { ErrorSummary } from "~/components/ErrorSummary";
import { readAnswer } from "~/components/form-answer";
import { FormToken } from "~/components/FormToken";
import { Icon, type IconName } from "~/components/Icon";
import { useScripted } from "~/components/scripted";
import { SubmitButton } from "~/components/SubmitButton";
import { formatClock, formatDecimal } from "~/i18n/formats";
import type { TextKey } from "~/i18n/el_GR";
import { readMessage, useLanguage, useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action/form";
import type { Product } from "~server/upstream/catalogue";
import type { Rounding } from "./decimals";
import { useStepper, type Range } from "./stepper";

/** Quantity stepper, payment and buy button (behaviour 2.27, 5.9, 10.14). */
export function QuantityForm(props: {
  path: string;
  product: Pick<Product, "price" | "paySymbol" | "maxBuy" | "status" | "statusText">;
  token: string;
  signedIn: boolean;
  balance?: string;
  blockedUntilMs?: number;
  closed?: string;
  range: Range | null;
  buyAmount: string;
  payment?: string;
  rounding: Rounding;
  lastResult?: FormAnswer["lastResult"];
}) {
  const t = useText();
  const { locale } = useLanguage();
  const { product, range, closed, blockedUntilMs } = props;
  const symbol = product.paySymbol ?? "";
  if (closed || !range) {
    return (
      <div className="card">
        <p role="status">{t((closed as TextKey | undefined) ?? "errors.outOfStock")}</p>
        <button type="button" className="button" disabled>
          {product.status === "onsale"
            ? t("PowerProductDetail.buy")
            : (product.statusText ?? t(`Product.${product.status}`))}
        </button>
      </div>
    );
  }
  if (blockedUntilMs) {
    return (
      <div className="card" role="alert">
        <p>{t("PowerProductDetail.blocked", { time: formatClock(blockedUntilMs, locale) })}</p>
        <a className="button" href={`${props.path}?step=outcome`}>
          {t("PowerProductDetail.blockedLink")}
        </a>
      </div>
    );
  }
  return <OpenForm {...props} range={range} symbol={symbol} />;
}

function OpenForm({
  token,
  path,
  product,
  signedIn,
  balance,
  range,
  buyAmount,
  payment,
  rounding,
  symbol,
  lastResult,
}: Parameters<typeof QuantityForm>[0] & { range: Range; symbol: string }) {
  const t = useText();
  const scripted = useScripted();
  // A field that was sent empty is not in the answer; it stays empty.
  const unanswered = lastResult?.error?.buyAmount ? "" : buyAmount;
  const { formErrors, fields } = readAnswer("buy", lastResult, { buyAmount: unanswered });
  const { errors, id, value } = fields.buyAmount;
  const stepper = useStepper({
    range,
    maxBuy: product.maxBuy,
    price: product.price,
    rounding,
    initial: value,
    // The server's payment is for what may be bought, not for what it has refused.
    payment: errors ? undefined : payment,
  });
  const unknownBalance = signedIn && balance === undefined;
  return (
    <Form method="post" action={path} className="card form" noValidate preventScrollReset>
      <ErrorSummary formErrors={formErrors} fields={[{ id, errors }]} />
      {stepper.warning ? (
        <div className="toast toast-alert toast-over" role="alert">
          <p>{readMessage(t, stepper.warning)}</p>
        </div>
      ) : null}
      <FormToken value={token} />
      {/* Enter presses the first button of a form: it must be the one that buys. */}
      <button
        type="submit"
        className="aside"
        name="intent"
        value="buy"
        tabIndex={-1}
        aria-hidden="true"
        disabled={unknownBalance}
      >
        {t("PowerProductDetail.buy")}
      </button>
      <div className={errors ? "field field-wrong" : "field"}>
        <label htmlFor={id}>{t("PowerProductDetail.quantity")}</label>
        <div className="field-row">
          <StepButton intent="decrease" icon="minus" step={range.step} onClick={stepper.decrease} />
          <input
            type="text"
            id={id}
            name="buyAmount"
            className="centred"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="go"
            maxLength={32}
            ref={stepper.input}
            value={stepper.text}
            onChange={stepper.type}
            onBlur={stepper.leave}
            aria-invalid={errors ? true : undefined}
            aria-describedby={errors ? `${id}-hint ${id}-error` : `${id}-hint`}
          />
          <StepButton intent="increase" icon="plus" step={range.step} onClick={stepper.increase} />
        </div>
        <p className="field-hint" id={`${id}-hint`}>
          {t("PowerProductDetail.quantityHint", { step: range.step })}
        </p>
        {errors ? (
          <p className="field-error" id={`${id}-error`}>
            {readMessage(t, errors[0] ?? "")}
          </p>
        ) : null}
      </div>
      <dl className="facts">
        <div className="facts-sum">
          <dt>{t("PowerProductDetail.payAmount")}</dt>
          <dd aria-live="polite">
            {stepper.payment ? `${formatDecimal(stepper.payment, 8)} ${symbol}` : t("common.missing")}
          </dd>
        </div>
        {signedIn ? (
          <div>
            <dt>{t("PowerProductDetail.balance")}</dt>
            <dd>{balance === undefined ? t("common.missing") : `${formatDecimal(balance, 8)} ${symbol}`}</dd>
          </div>
        ) : null}
      </dl>
      {scripted ? null : (
        <button type="submit" className="button button-quiet" name="intent" value="recalculate">
          {t("PowerProductDetail.recalculate")}
        </button>
      )}
      {unknownBalance ? <p role="alert">{t("errors.balanceUnknown")}</p> : null}
      <SubmitButton intent="buy" disabled={unknownBalance}>
        {t(signedIn ? "PowerProductDetail.buy" : "PowerProductDetail.signInToBuy")}
      </SubmitButton>
    </Form>
  );
}

/** The − or + of the stepper: posts the form without scripts, steps in place with them. */
function StepButton({
  intent,
  icon,
  step,
  onClick,
}: {
  intent: "decrease" | "increase";
  icon: IconName;
  /** Terabytes. */
  step: string;
  onClick: (event: MouseEvent) => void;
}) {
  const t = useText();
  return (
    <button
      type="submit"
      className="button button-quiet button-square"
      name="intent"
      value={intent}
      aria-label={t(`PowerProductDetail.${intent}`, { step })}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
