import { PurchaseTimeline, type TimelineEntry } from "~/components/account/PurchaseTimeline";
import { useOrderValues } from "~/components/account/order-values";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/displayed-order";

/**
 * The times of an order, one after the other (behaviour 2.81): those that the upstream sends, those that are calculated
 * here and labelled so, and those that are unknown.
 */
export function Timeline({ order, endMs }: { order: ShownOrder; endMs: number | undefined }) {
  const t = useText();
  const { locale } = useLanguage();
  const { time, status } = useOrderValues(order);
  const isOver = order.status === "ended";
  const ordered: TimelineEntry = {
    title: t("Order.ordered"),
    text: time ?? t("Order.notKnown"),
    done: true,
  };
  const began: TimelineEntry = {
    title: t("Order.began"),
    text: t("Order.beganText"),
    done: isOver || order.status === "mining",
  };
  const now: TimelineEntry = {
    title: t("Order.now"),
    text: <strong>{status}</strong>,
    done: true,
    current: true,
  };
  const ends: TimelineEntry = {
    title: t("Order.ends"),
    text:
      endMs === undefined ? (
        t("Order.notKnown")
      ) : (
        <>
          <span className="figure">{formatTime(endMs, locale)}</span>{" "}
          <span className="facts-note">{t("Order.derived")}</span>
        </>
      ),
    done: isOver,
  };
  const isBefore = order.status === "paid" || order.status === "pending";
  const inOrder = isBefore
    ? [ordered, now, began, ends]
    : isOver
      ? [ordered, began, ends, now]
      : [ordered, began, now, ends];
  return <PurchaseTimeline entries={inOrder} />;
}
