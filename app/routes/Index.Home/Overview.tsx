import { Balance } from "~/components/account/Balance";
import { ButtonLink, TextLink } from "~/components/layout/ButtonLink";
import { Arc } from "~/components/layout/Arc";
import { Icon } from "~/components/layout/Icon";
import { orderPath } from "~/components/account/encoded-paths";
import { STEP_LINKS } from "~/components/account/step-links";
import { useOrderValues } from "~/components/account/order-values";
import { formatDay, formatDecimal } from "~/i18n/formats";
import { readMessage, useLanguage, useText } from "~/i18n/text";
import type { Overview as Shown } from "~server/account/overview";
import type { OnboardingProgress } from "~server/account/onboarding";
import type { Order } from "~server/upstream/orders";

export function Overview({
  total,
  token,
  progress,
  balanceRefusal,
  unread,
  power,
  nextEndMs,
  latestOrder,
  ...under
}: Shown & { inert?: string }) {
  const t = useText();
  const { locale } = useLanguage();
  return (
    <section className="hero hero-dark overview" aria-labelledby="overview" {...under}>
      <div className="column hero-text">
        <Arc />
        <h1 id="overview" className={total ? "visually-hidden" : undefined}>
          {t("Home.overview")}
        </h1>
        {total ? <Balance total={total} token={token} page="/Index/Home" /> : null}
        <Next progress={progress} />
        {power?.terabytes || nextEndMs ? (
          <dl className="proof between wrap">
            {power?.terabytes ? (
              <div>
                <dt>{t(`MyOrder.${power.label}`)}</dt>{" "}
                <dd className="figure" translate="no">
                  {t("common.terabytes", { value: formatDecimal(power.terabytes) })}
                </dd>
              </div>
            ) : null}{" "}
            {nextEndMs ? (
              <div>
                <dt>{t("MyOrder.nextEndEstimate")}</dt> <dd className="figure">{formatDay(nextEndMs, locale)}</dd>
              </div>
            ) : null}
          </dl>
        ) : null}
        {latestOrder ? <LatestOrder order={latestOrder} /> : null}
        {unread.map((part) => (
          <p className="overview-unread" role="status" key={part}>
            <span>{readMessage(t, (part === "balance" && balanceRefusal) || `Home.${part}Unread`)}</span>{" "}
            <a href={part === "balance" ? "/Assets" : "/MyOrder"}>
              {t(part === "balance" ? "Assets.title" : "MyOrder.title")}
            </a>
          </p>
        ))}
      </div>
    </section>
  );
}

function Next({ progress }: { progress: OnboardingProgress | undefined }) {
  const t = useText();
  const next = progress?.next ?? "deposit";
  const states = progress?.next ? Object.values(progress.steps) : [];
  const values = { done: 1 + states.filter((state) => state === "done").length, all: states.length + 1 };
  return (
    <>
      {states.length ? (
        <p>{states.includes("unknown") ? t("FirstSteps.next") : t("FirstSteps.progress", values)}</p>
      ) : null}
      <div className="ways row wrap">
        <ButtonLink href={STEP_LINKS[next]}>{t(`FirstSteps.${next}-do`)}</ButtonLink>{" "}
        {next === "order" ? null : <TextLink href={STEP_LINKS.order}>{t("Home.buy")}</TextLink>}
      </div>
    </>
  );
}

function LatestOrder({ order }: { order: Order }) {
  const t = useText();
  const { quantity, status, time } = useOrderValues(order);
  const path = orderPath(order.orderNum);
  const content = (
    <span className="entry-text">
      <span className="soft small">{t("Home.latestOrder")}</span>{" "}
      <strong className="figure" translate="no">
        {quantity ?? order.orderNum}
      </strong>{" "}
      <span className={`tag tag-${order.status}`}>{status}</span>{" "}
      {time ? <span className="block soft small figure">{time}</span> : null}
    </span>
  );
  return path ? (
    <a className="entry overview-order" href={path}>
      {content} <Icon name="next" />
    </a>
  ) : (
    <div className="entry overview-order">{content}</div>
  );
}
