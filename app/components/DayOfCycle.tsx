import { useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/shown";

/** "Day 9 of 540", in words and as a bar. */
export function DayOfCycle({ day, of }: NonNullable<ShownOrder["day"]>) {
  const t = useText();
  return (
    <div>
      <p className="small soft figure">{t("MyOrder.day", { day, of })}</p>
      <progress className="day-bar" value={day} max={of} aria-hidden="true" />
    </div>
  );
}
