import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { Sheet } from "~/components/Sheet";
import { formatClock, formatDecimal } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import { Lines } from "./ConfirmSheet";
import type { WayToOrder } from "./messages.server";
import type { Done } from "./quote-status.server";
import { Form } from "@remix-run/react";
import { FormToken } from "~/components/FormToken";
import { SecurityInfo } from "~/components/SecurityInfo";
import { SubmitButton } from "~/components/SubmitButton";
import type { LikelyOrder } from "./outcome.server";
import type { Offer } from "./offer.server";

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

/** Shown when the Back button is pressed after a payment: the purchase is done, with links to its order. */
export function DoneSheet({ path, done }: { path: string; done: Done }) {
  const t = useText();
  return (
    <Sheet title={t("PowerProductDetail.doneTitle")} closeTo={path}>
      <EmptyState
        illustration="done"
        wait={
          <p className="figure">
            <Lines lines={done.message} />
          </p>
        }
      >
        <ButtonLink href={done.toOrder.href}>{done.toOrder.label}</ButtonLink>
        <ButtonLink quiet href={done.receiptPath}>
          {t("PowerProductDetail.toReceipt")}
        </ButtonLink>
        <ButtonLink quiet href={path}>
          {t("PowerProductDetail.buyMore")}
        </ButtonLink>
      </EmptyState>
    </Sheet>
  );
}

/**
 * The same on the product page itself, above the form of a further purchase.
 *
 * @param props.title set where another purchase stands above it whose outcome is in doubt
 */
export function DoneNote({ done, title }: { done: Done; title?: string | undefined }) {
  const t = useText();
  return (
    <div className="card" role="status">
      <p>
        <strong>{title ?? t("PowerProductDetail.doneTitle")}</strong>
        <br />
        <Lines lines={done.message} />
      </p>
      <p className="chips">
        {/* The doubt above has its own way there. */}
        {title ? null : (
          <a className="chip" href={done.toOrder.href}>
            {done.toOrder.label}
          </a>
        )}{" "}
        <a className="chip" href={done.receiptPath}>
          {t("PowerProductDetail.toReceipt")}
        </a>{" "}
      </p>
    </div>
  );
}

/**
 * For a quote older than the store's data, which were lost: this press sent nothing, but an earlier one may have paid.
 * Shows the newest orders, before a new quote can be asked for.
 */
export function ForgottenSheet({
  path,
  token,
  offer,
  doubt,
  orders,
}: {
  path: string;
  token: string;
  /** The quoted terms. */
  offer: Offer;
  doubt?: readonly string[] | undefined;
  /** Undefined where they cannot be read now. */
  orders?: readonly LikelyOrder[] | undefined;
}) {
  const t = useText();
  const missing = t("common.missing");
  const price = `${formatDecimal(offer.price)}\u00a0${offer.paySymbol}`;
  return (
    <Sheet
      title={t("PowerProductDetail.forgottenTitle")}
      closeTo={path}
      foot={<ButtonLink href="/MyOrder">{t("PowerProductDetail.toOrders")}</ButtonLink>}
    >
      <p role="alert">{t("PowerProductDetail.forgottenText")}</p>
      {doubt ? (
        <p className="note">
          <Lines lines={doubt} />
        </p>
      ) : null}
      {orders === undefined ? (
        <p className="note">{t("PowerProductDetail.unknownUnread")}</p>
      ) : orders.length === 0 ? (
        <p className="note">{t("PowerProductDetail.forgottenNone")}</p>
      ) : (
        <>
          <h3>{t("PowerProductDetail.forgottenOrders", { price })}</h3>
          {orders.map(({ orderNum, time = missing, tokenAmount, payAmount, paySymbol }) => {
            const quantity = tokenAmount ? t("common.terabytes", { value: formatDecimal(tokenAmount) }) : missing;
            const payment = payAmount ? `${formatDecimal(payAmount)}\u00a0${paySymbol ?? ""}` : missing;
            return (
              <p key={orderNum}>
                <strong className="figure">
                  {quantity} · {payment}
                </strong>
                <br />
                <span className="soft small">
                  {time}
                  <br />
                  {t("PowerProductDetail.orderNumber")} <span className="exact">{orderNum}</span>
                </span>
              </p>
            );
          })}
        </>
      )}
      <div className="actions">
        <Form method="post" action={path}>
          <FormToken value={token} />
          <SecurityInfo />
          <input type="hidden" name="buyAmount" value={offer.quantity} />
          <SubmitButton intent="buy" quiet>
            {t("PowerProductDetail.forgottenAgain")}
          </SubmitButton>
        </Form>
      </div>
    </Sheet>
  );
}
