import { Fragment, type ReactNode } from "react";
import { formatPayment } from "~/i18n/formats";
import { NoTranslate, useText } from "~/i18n/text";
import type { NextStep } from "~/components/product/amounts";

const STEPS = ["Account", "Authenticator", "Deposit", "Pay"] as const;

export function BuySteps({ signedIn, done }: Pick<NextStep, "done"> & { signedIn: boolean }) {
  const t = useText();
  const ticks: readonly boolean[] = signedIn && done ? [true, ...done] : [];
  const next = ticks.indexOf(false, 1);
  const current = signedIn ? (done ? (next === -1 ? 3 : next) : -1) : 0;
  return (
    <ol className="buy-steps wrap soft small">
      {STEPS.map((step, index) => (
        <Fragment key={step}>
          <li
            className={ticks[index] ? "buy-step-done" : undefined}
            aria-current={index === current ? "step" : undefined}
          >
            {`${ticks[index] ? "✓\u00a0" : ""}${t(`PowerProductDetail.step${step}`)}`}
          </li>{" "}
        </Fragment>
      ))}
    </ol>
  );
}

export function useStepLabel({ name, short = "" }: NextStep, coin: string): ReactNode {
  const t = useText();
  return name === "buy" ? (
    t("PowerProductDetail.buy")
  ) : (
    <NoTranslate>{t(`PowerProductDetail.${name}`, { amount: formatPayment(short, coin) })}</NoTranslate>
  );
}
