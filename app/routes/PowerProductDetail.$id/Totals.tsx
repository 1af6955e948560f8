import { useState, type ReactNode } from "react";
import { useRatioSense } from "~/components/product/product-terms";
import { ShareBar } from "~/components/product/ShareBar";
import { useText } from "~/i18n/text";

/**
 * What the quantity costs and, where the operator has said what the expected ratio means, what is estimated to come
 * back: two bars in proportion.
 */
export function Totals({
  payment,
  back,
  lengths,
  children,
}: {
  /** As they are shown; `back` is undefined where nothing can be estimated. */
  payment: string;
  back: string | undefined;
  /** Of the two bars, in percent. */
  lengths: readonly [paid: number, back: number];
  /** Beside the payment. */
  children: ReactNode;
}) {
  const t = useText();
  const meaning = useRatioSense()?.ratioMeaning;
  return (
    <div className="totals">
      <div className="totals-head">
        <Total name={t("PowerProductDetail.payAmount")} amount={payment} />
        {children}
      </div>
      {meaning && back !== undefined ? (
        <>
          <ShareBar className="total-bar bar-paid" percent={lengths[0]} />
          <Total name={t("PowerProductDetail.back")} amount={back} />
          <ShareBar className="total-bar" percent={lengths[1]} />
          <p className="small soft">{t(`PowerProductDetail.back_${meaning}`)}</p>
        </>
      ) : null}
    </div>
  );
}

function Total({ name, amount }: { name: string; amount: string }) {
  return (
    <p>
      <span className="soft">{name}</span> <RollingAmount amount={amount} />
    </p>
  );
}

/**
 * An amount that follows the quantity: from its first digit that has changed it is another element each time, which its
 * style rolls in. The rest is new too, or its symbol would count as moved. Its text is the new amount at once. It may
 * have been changed before React was there, and once more by the page's first script afterwards: its parts stay until
 * the next amount, which replaces them as a whole.
 */
export function RollingAmount({ amount }: { amount: string }) {
  const [[before, start], roll] = useState([amount, amount.length]);
  if (before !== amount) {
    let first = 0;
    while (amount[first] === before[first]) first += 1;
    roll([amount, first]);
  }
  // The symbol stays.
  const end = amount.indexOf("\u00a0");
  return (
    <strong className="figure" translate="no" key={amount} suppressHydrationWarning>
      {start < end ? (
        <>
          {amount.slice(0, start)}
          <span className="rolls">{amount.slice(start, end)}</span>
          {amount.slice(end)}
        </>
      ) : (
        // One string alone, whose node React does not hold on to: it may be changed while React hydrates the page.
        amount
      )}
    </strong>
  );
}
