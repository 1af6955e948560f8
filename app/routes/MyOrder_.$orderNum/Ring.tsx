import { Drawing } from "~/components/Icon";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/shown";

/** The radius of a circle that is 100 units long, so that a share in percent is a length on it. */
const RADIUS = 15.9155;

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
        <Drawing viewBox="0 0 36 36" width="128" height="128" strokeWidth="3">
          <circle className="ring-all" cx="18" cy="18" r={RADIUS} />
          <circle className="ring-over" cx="18" cy="18" r={RADIUS} strokeDasharray={`${percent} 100`} />
        </Drawing>
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
