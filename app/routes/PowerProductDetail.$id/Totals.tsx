import type { ReactNode } from "react";
import { useRatioSense } from "~/components/product-terms";
import { ShareBar } from "~/components/ShareBar";
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

/** A figure that has changed is another element, so that its style fades it in. */
function Total({ name, amount }: { name: string; amount: string }) {
  return (
    <p>
      <span className="soft">{name}</span> {/* It may have been changed before React was there. */}
      <strong className="figure total-amount" key={amount} suppressHydrationWarning>
        {amount}
      </strong>
    </p>
  );
}
