import { DescriptionList } from "~/components/layout/DescriptionList";
import { formatDay, formatDecimal, formatMonth } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { OrderBar, OrderTimeline, PowerByMonth } from "~server/orders/timeline";

export function Pictures({
  timeline,
  power,
  isPart,
}: {
  timeline: OrderTimeline | undefined;
  power: PowerByMonth | undefined;
  isPart: boolean;
}) {
  if (!timeline && !power) return null;
  return (
    <div className="order-pictures tiles wrap">
      {timeline ? <Bars {...timeline} isPart={isPart} /> : null}
      {power ? <Months {...power} isPart={isPart} /> : null}
    </div>
  );
}

function Bars({ bars, nowMs, todayPercent, further, withoutEnd, isPart }: OrderTimeline & { isPart: boolean }) {
  const t = useText();
  const { locale } = useLanguage();
  return (
    <section className="card" aria-labelledby="over-time">
      <h2 id="over-time" className="summary-title">
        {t("MyOrder.overTime")}
      </h2>
      {isPart ? <p className="small soft">{t("MyOrder.ofThese")}</p> : null}
      <ol className="stack">
        {bars.map((bar) => (
          <Bar key={bar.order.orderNum} {...bar} todayPercent={todayPercent} />
        ))}
      </ol>
      <p className="small soft">{t("MyOrder.today", { day: formatDay(nowMs, locale) })}</p>
      {further ? <p className="small soft">{t("MyOrder.furtherBars", { count: String(further) })}</p> : null}
      {withoutEnd ? <p className="small soft">{t("MyOrder.withoutEnd", { count: String(withoutEnd) })}</p> : null}
    </section>
  );
}

function Bar({ order, orderedMs, endMs, fromPercent, toPercent, todayPercent }: OrderBar & { todayPercent: number }) {
  const t = useText();
  const { locale } = useLanguage();
  const quantity = order.tokenAmount && t("common.terabytes", { value: formatDecimal(order.tokenAmount) });
  const [from, to] = [formatDay(orderedMs, locale), formatDay(endMs, locale)];
  return (
    <li>
      <p className="bold">
        {order.plan ? <span>{order.plan}</span> : null}{" "}
        {quantity || !order.plan ? (
          <span className={order.plan ? "figure soft" : "figure"} translate="no">
            {quantity || order.orderNum}
          </span>
        ) : null}
      </p>
      <svg
        className="span-bar block"
        viewBox="0 0 100 16"
        preserveAspectRatio="none"
        fill="currentColor"
        aria-hidden="true"
      >
        <rect
          className="bar-open"
          vectorEffect="non-scaling-stroke"
          x={fromPercent}
          y="3"
          width={toPercent - fromPercent}
          height="10"
        />
        <rect className="bar-over" x={fromPercent} y="3" width={todayPercent - fromPercent} height="10" />
        <path className="bar-today" strokeWidth="2" vectorEffect="non-scaling-stroke" d={`M${todayPercent} 0V16`} />
      </svg>
      <p className="small soft figure">{t("MyOrder.span", { from, to })}</p>
    </li>
  );
}

function Months({ months, withoutPlace, isPart }: PowerByMonth & { isPart: boolean }) {
  const t = useText();
  const { locale } = useLanguage();
  const name = (month: string | undefined) => month && formatMonth(month, locale);
  return (
    <section className="card" aria-labelledby="by-month">
      <h2 id="by-month" className="summary-title">
        {t("MyOrder.byMonth")}
      </h2>
      {isPart ? <p className="small soft">{t("MyOrder.ofThese")}</p> : null}
      <svg
        className="columns block"
        viewBox={`0 0 ${months.length * 10} 100`}
        preserveAspectRatio="none"
        fill="currentColor"
        aria-hidden="true"
      >
        {months.map(({ month, percent, isPast }, at) => (
          <rect
            key={month}
            className={isPast ? "bar-over" : "bar-open"}
            vectorEffect="non-scaling-stroke"
            x={at * 10 + 1.5}
            y={100 - percent}
            width="7"
            height={percent}
          />
        ))}
      </svg>
      <p className="pair row between wrap small soft figure" aria-hidden="true">
        <span>{name(months[0]?.month)}</span> <span>{name(months[months.length - 1]?.month)}</span>
      </p>
      <p className="small soft">{t("MyOrder.byMonthText")}</p>
      {withoutPlace ? <p className="small soft">{t("MyOrder.withoutPlace", { count: String(withoutPlace) })}</p> : null}
      <details className="fold stack">
        <summary>{t("MyOrder.months")}</summary>
        <DescriptionList
          lines={months.map(({ month, terabytes }) => [
            name(month) ?? month,
            terabytes && t("common.terabytes", { value: formatDecimal(terabytes) }),
          ])}
        />
      </details>
    </section>
  );
}
