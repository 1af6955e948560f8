import { useEffect } from "react";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "~/components/feedback/EmptyState";
import { Unavailable } from "~/components/feedback/Unavailable";
import { formatClock, withCoin } from "~/i18n/formats";
import { NoTranslateNames } from "~/i18n/NoTranslateNames";
import { useText } from "~/i18n/text";
import type { WatchedDeposit } from "./watch.server";
import "~/styles/steps.css";
import "./deposit.css";

const STEPS = ["waiting", "seen", "credited"] as const;

/** Reads a deposit again in place every `afterS` seconds, unless undefined, before `Refresh` reloads the page. */
export function useRenewal(read: (address: string) => void, afterS: number | undefined): void {
  useEffect(() => {
    if (afterS === undefined) return undefined;
    let isLeaving = false;
    const leave = () => (isLeaving = true);
    // This ends the header's wait in Chromium and Firefox. Other browsers reload the page, as without scripts.
    const endWait = () => {
      if (!isLeaving) window.stop();
    };
    window.addEventListener("beforeunload", leave);
    if (document.readyState === "complete") endWait();
    else window.addEventListener("load", endWait);
    const timer = setInterval(() => read(location.pathname + location.search), afterS * 1000);
    return () => {
      window.removeEventListener("beforeunload", leave);
      window.removeEventListener("load", endWait);
      clearInterval(timer);
    };
  }, [read, afterS]);
}

/** Shows a deposit's progress but no address, because an address is requested again each time it is shown. */
export function Tracker({ state, failure, coin, found, readAtMs, returnTo, paths }: WatchedDeposit) {
  const t = useText();
  const record = (
    <QuietLink href={paths.record}>
      <NoTranslateNames text="Recharge.record" names={{ coin: coin.showName }} />
    </QuietLink>
  );
  const stop = <QuietLink href={paths.stop}>{t("Recharge.stop")}</QuietLink>;
  if (state === "unread") {
    return (
      <Unavailable title={t("Recharge.watchUnread")} failure={failure}>
        {stop}
        {record}
      </Unavailable>
    );
  }
  if (state === "ended") {
    return (
      <EmptyState illustration="waiting" title={t("Recharge.watchEnded")} text={t("Recharge.watchEndedText")}>
        <ButtonLink href={paths.record}>
          <NoTranslateNames text="Recharge.record" names={{ coin: coin.showName }} />
        </ButtonLink>
        <QuietLink href={paths.stop}>{t("Recharge.toAddress")}</QuietLink>
      </EmptyState>
    );
  }
  const amounts = (
    <ul>
      {(found ?? []).map(({ amount, status, label }, index) => (
        <li key={index}>
          <div className="section-head row between wrap">
            <span className="figure" translate="no">
              {withCoin(amount ?? t("common.missing"), coin.showName)}
            </span>{" "}
            <span className={`tag tag-${status}`}>{label}</span>
          </div>
        </li>
      ))}
    </ul>
  );
  if (state === "credited") {
    return (
      <EmptyState illustration="done" title={t("Recharge.credited")} wait={amounts}>
        {returnTo === undefined ? null : (
          <ButtonLink href={returnTo}>
            {t(/^\/powerproductdetail\//i.test(returnTo) ? "Recharge.toPurchase" : "common.toGoal")}
          </ButtonLink>
        )}
        {record}
      </EmptyState>
    );
  }
  if (state === "exception") {
    return (
      <section className="card" aria-labelledby="watch-title">
        <h2 id="watch-title">
          <NoTranslateNames text="Recharge.watchTitle" names={{ coin: coin.showName }} />
        </h2>
        {amounts}
        <p className="summary">{t("DepositRecord.attention")}</p>
        <div className="actions stack">
          <ButtonLink href="/LeavingMessage">{t("common.support")}</ButtonLink>
          {record}
        </div>
      </section>
    );
  }
  const now = STEPS.indexOf(state);
  return (
    <section className="card" aria-labelledby="watch-title">
      <h2 id="watch-title">
        <NoTranslateNames text="Recharge.watchTitle" names={{ coin: coin.showName }} />
      </h2>
      <ol className="steps tracker">
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={index > now ? "tracker-later" : undefined}
            aria-current={index === now ? "step" : undefined}
          >
            <h3>{t(`Recharge.${step}`)}</h3>
            {index === now && state === "seen" ? <p>{t("Recharge.seenText")}</p> : null}
            {index < now ? <p>{t("Recharge.stepDone")}</p> : null}
          </li>
        ))}
      </ol>
      {found?.length ? amounts : null}
      <p>{t("Recharge.sentText")}</p>
      <p className="soft small" aria-live="off">
        {t("Recharge.readAt", { time: formatClock(readAtMs ?? 0) })}
      </p>
      <div className="actions stack">
        {stop}
        {record}
      </div>
    </section>
  );
}
