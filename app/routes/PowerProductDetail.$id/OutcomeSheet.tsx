import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { Sheet } from "~/components/Sheet";
import { formatClock } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import { Lines } from "./Lines";
import type { WayToOrder } from "./messages.server";

/** The state of a purchase whose response was lost. */
export type ShownOutcome =
  | { kind: "made"; orderNum: string; receiptPath: string; toOrder: WayToOrder }
  | { kind: "notYet"; what: string[]; untilMs: number; toOrder: WayToOrder }
  | { kind: "unread"; what?: string[] | undefined; toOrder: WayToOrder };

/** The "unknown" page: compares the orders with those before, and shows the result. */
export function OutcomeSheet({ path, outcome }: { path: string; outcome: ShownOutcome }) {
  const t = useText();
  const { locale } = useLanguage();
  const made = outcome.kind === "made";
  return (
    <Sheet title={t(made ? "PowerProductDetail.unknownMade" : "PowerProductDetail.unknownTitle")} closeTo={path}>
      <EmptyState
        illustration={made ? "done" : "waiting"}
        text={t(made ? "PowerProductDetail.unknownMadeText" : "PowerProductDetail.unknownText")}
        wait={
          made ? (
            <p className="figure soft">{outcome.orderNum}</p>
          ) : (
            <>
              {outcome.what ? (
                <p className="figure">
                  <Lines lines={outcome.what} />
                </p>
              ) : null}
              <p role="status">
                {t(outcome.kind === "notYet" ? "PowerProductDetail.unknownNotYet" : "PowerProductDetail.unknownUnread")}
              </p>
              {outcome.kind === "notYet" ? (
                <p className="soft">
                  {t("PowerProductDetail.unknownUntil", { time: formatClock(outcome.untilMs, locale) })}
                </p>
              ) : null}
            </>
          )
        }
      >
        {made ? (
          <ButtonLink href={outcome.receiptPath}>{t("PowerProductDetail.toReceipt")}</ButtonLink>
        ) : (
          <>
            <ButtonLink href={`${path}?step=outcome`}>{t("PowerProductDetail.checkAgain")}</ButtonLink>
            <p>
              <a className="link-button" href="/Help#unknown-outcome">
                {t("PowerProductDetail.helpUnknown")}
              </a>
            </p>
          </>
        )}
        <ButtonLink quiet href={outcome.toOrder.href}>
          {outcome.toOrder.label}
        </ButtonLink>
        <ButtonLink quiet href="/LeavingMessage">
          {t("PowerProductDetail.ask")}
        </ButtonLink>
      </EmptyState>
    </Sheet>
  );
}
