import { CycleRing } from "~/components/account/CycleRing";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/displayed-order";

/** "Day 9 of 540" in a ring that is filled as far as the cycle is over, and when it ends at the earliest. */
export function Ring({
  day,
  percent,
  endMs,
}: {
  day: NonNullable<ShownOrder["day"]>;
  percent: number;
  endMs: number | undefined;
}) {
  const t = useText();
  const { locale } = useLanguage();
  return (
    <div className="progress">
      <div className="ring">
        <CycleRing percent={percent} size={128} />
        <p className="small figure">{t("MyOrder.day", day)}</p>
      </div>
      {endMs === undefined ? null : (
        <p>
          <span className="small soft">{t("Order.ends")}</span>{" "}
          <strong className="figure">{formatTime(endMs, locale)}</strong>
        </p>
      )}
    </div>
  );
}
