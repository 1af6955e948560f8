import { type ReactNode, useState } from "react";
import { StepLink } from "~/components/layout/StepLink";
import { formatCharge } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import { estimatedBack } from "./amounts";
import { settlementText, TermLine } from "./product-terms";
import type { DealTerms } from "~server/purchase/estimate";

/**
 * Shows payment, mining and return as a timeline. Without both settings of the ratio, nothing is estimated.
 *
 * @param props.payment a decimal; undefined if unknown
 * @param props.until the end of mining, as text
 * @param props.began the day of mining, as text
 * @param props.estimatePath the explanation of the estimate
 * @param props.isBrief true in a sheet, which omits that explanation
 */
export function Deal({
  terms,
  coin,
  payment,
  until,
  began,
  payLabel,
  estimatePath,
  isBrief,
  coinInLabel,
  children,
}: {
  terms: DealTerms;
  coin: string;
  payment: string | undefined;
  until?: string | undefined;
  began?: string | undefined;
  payLabel: ReactNode;
  estimatePath?: string | undefined;
  isBrief?: boolean | undefined;
  coinInLabel?: boolean;
  children?: ReactNode;
}) {
  const t = useText();
  const { miningCycleDays: days, incomeType } = terms;
  const fee = terms.serviceRatePercent && t("common.percent", { value: terms.serviceRatePercent });
  // The product page has rows for these terms, so it omits them here.
  const mining = [
    until,
    began,
    ...(isBrief ? [fee && t("Product.shortFee", { fee }), settlementText(incomeType, t)] : []),
  ];
  return (
    <ol className="timeline deal">
      <li className="timeline-done">
        <DealFigure label={payLabel} amount={payment} coin={coinInLabel ? undefined : coin} />
        {children}
      </li>
      <li>
        <strong>
          {days
            ? t("Product.miningDays", { days: t("common.days", { value: days }) })
            : `${t("Product.cycle")} ${t("common.missing")}`}
        </strong>
        {mining.some(Boolean) ? (
          <p className="soft small">
            <TermLine terms={mining} />
          </p>
        ) : null}
      </li>
      <Back {...{ terms, coin, payment, estimatePath, isBrief }} />
    </ol>
  );
}

function DealFigure({
  label,
  amount,
  coin,
}: {
  label: ReactNode;
  amount: string | undefined;
  coin: string | undefined;
}) {
  const t = useText();
  return (
    <p className="deal-figure">
      <span className="soft small">{label}</span>{" "}
      <RollingAmount amount={amount === undefined ? t("common.missing") : formatCharge(amount)} />
      {coin === undefined ? null : (
        <>
          {" "}
          <span className="unit" translate="no">
            {coin}
          </span>
        </>
      )}
    </p>
  );
}

function Back({
  terms,
  coin,
  payment,
  estimatePath,
  isBrief,
}: Pick<Parameters<typeof Deal>[0], "terms" | "coin" | "payment" | "estimatePath" | "isBrief">) {
  const t = useText();
  const period = t("Product.period");
  const { profitRatioPercent: ratio, backFactor } = terms;
  if (!ratio) return null;
  const percent = t("common.percent", { value: ratio });
  const explained = estimatePath ? (
    <StepLink className="deal-link" to={estimatePath}>
      {t("PowerProductDetail.estimateTitle")}
    </StepLink>
  ) : null;
  return (
    <li>
      {backFactor !== null ? (
        <>
          <DealFigure label={t("Product.back")} amount={estimatedBack(payment, backFactor)} coin={coin} />
          <p className="soft small">
            <span>{t("Product.backRatio", { ratio: t("Product.ratio"), percent, period })}</span>
            {isBrief ? null : <span>{t("Product.backText")}</span>}
            {explained}
          </p>
        </>
      ) : (
        <>
          <p className="deal-figure">
            <span className="soft small">{t("Product.ratio")}</span> <strong className="figure">{percent}</strong>
          </p>
          <p className="soft small">
            <span>{t("Product.ratioNote", { period })}</span> {explained}
          </p>
        </>
      )}
    </li>
  );
}

/** Four digits before the point, in characters. A longer amount is smaller, so that the stepper stays beside it. */
const AMOUNT_LENGTH = 8;

/**
 * Shows an amount that follows the quantity. The part from the first changed digit on is a new element each time, so
 * that CSS can roll it in. The page's first script may change the amount before React hydrates it; then its parts stay
 * until the next amount replaces all of them.
 */
function RollingAmount({ amount }: { amount: string }) {
  const [[before, start], roll] = useState([amount, amount.length]);
  if (before !== amount) {
    let first = 0;
    while (amount[first] === before[first]) first += 1;
    roll([amount, first]);
  }
  return (
    <strong
      className={amount.length > AMOUNT_LENGTH ? "figure figure-long" : "figure"}
      translate="no"
      key={amount}
      suppressHydrationWarning
    >
      {start < amount.length ? (
        <>
          {amount.slice(0, start)}
          <span className="rolls">{amount.slice(start)}</span>
        </>
      ) : (
        // This is a single string, so React keeps no reference to its node, which may change during hydration.
        amount
      )}
    </strong>
  );
}
