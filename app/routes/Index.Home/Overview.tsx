import { Balance } from "~/components/account/Balance";
import { CycleRing } from "~/components/account/CycleRing";
import { Icon } from "~/components/layout/Icon";
import { OnboardingLine } from "~/components/account/OnboardingLine";
import { orderPath } from "~/components/account/encoded-paths";
import { useOrderValues } from "~/components/account/order-values";
import { formatDay, formatDecimal } from "~/i18n/formats";
import { readMessage, useLanguage, useText } from "~/i18n/text";
import type { Overview as Shown } from "~server/account/overview";
import type { Order } from "~server/upstream/orders";

/** The top of Home for signed-in visitors: balance, next end, latest order and next step. */
export function Overview({ total, token, progress, balanceRefusal, unread, ...orders }: Shown) {
  const t = useText();
  return (
    <section className="stack overview" aria-labelledby="overview">
      <div className="card overview-card">
        <div className="overview-total">
          <h1 id="overview" className={total ? "visually-hidden" : undefined}>
            {t("Home.overview")}
          </h1>
          {total ? <Balance total={total} token={token} page="/Index/Home" /> : null}
        </div>
        <OrderParts {...orders} />
        {unread.map((part) => (
          <p className="overview-unread" role="status" key={part}>
            <span>{readMessage(t, (part === "balance" && balanceRefusal) || `Home.${part}Unread`)}</span>{" "}
            <a className="link-button" href={part === "balance" ? "/Assets" : "/MyOrder"}>
              {t(part === "balance" ? "Assets.title" : "MyOrder.title")}
            </a>
          </p>
        ))}
      </div>
      <OnboardingLine progress={progress} />
    </section>
  );
}

function OrderParts({
  activeTerabytes,
  nextEnd,
  latestOrder,
}: Pick<Shown, "activeTerabytes" | "nextEnd" | "latestOrder">) {
  const t = useText();
  const { locale } = useLanguage();
  const hasRing = nextEnd !== undefined && (nextEnd.day !== undefined || nextEnd.isPending);
  return (
    <>
      {activeTerabytes || nextEnd ? (
        <dl className="overview-parts">
          {activeTerabytes ? (
            <div>
              <dt>{t("MyOrder.active")}</dt>{" "}
              <dd className="figure" translate="no">
                {t("common.terabytes", { value: formatDecimal(activeTerabytes) })}
              </dd>
            </div>
          ) : null}
          {nextEnd ? (
            <div className={hasRing ? "overview-end overview-ringed" : "overview-end"}>
              <dt>
                {hasRing ? (
                  <span className="overview-ring">
                    {/* Before its first day, none of it has passed. */}
                    <CycleRing percent={nextEnd.percent ?? 0} size={44} />
                  </span>
                ) : null}
                <span>{t("MyOrder.nextEnd")}</span>
              </dt>{" "}
              <dd className="figure">
                <span>{formatDay(nextEnd.endMs, locale)}</span>{" "}
                {nextEnd.day ? <span className="facts-note">{t("MyOrder.day", { ...nextEnd.day })}</span> : null}{" "}
                {nextEnd.isPending ? <span className="facts-note">{t("MyOrder.pending")} </span> : null}
                <span className="facts-note">{t("MyOrder.workedOut")}</span>
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {latestOrder ? <LatestOrder order={latestOrder} /> : null}
    </>
  );
}

function LatestOrder({ order }: { order: Order }) {
  const t = useText();
  const { quantity, status, time } = useOrderValues(order);
  const path = orderPath(order.orderNum);
  const content = (
    <>
      <span className="entry-text">
        <span className="soft small">{t("Home.latestOrder")}</span>{" "}
        <strong className="figure" translate="no">
          {quantity ?? order.orderNum}
        </strong>{" "}
        <span className={`tag tag-${order.status}`}>{status}</span>{" "}
        {time ? <span className="entry-note figure">{time}</span> : null}
      </span>{" "}
    </>
  );
  return path ? (
    <a className="entry overview-order" href={path}>
      {content}
      <Icon name="next" />
    </a>
  ) : (
    <div className="entry overview-order">{content}</div>
  );
}
