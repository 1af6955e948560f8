import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { DescriptionList } from "~/components/layout/DescriptionList";
import type { Handle } from "~/components/layout/handle";
import { EmptyState } from "~/components/feedback/EmptyState";
import { PurchaseTimeline } from "~/components/account/PurchaseTimeline";
import { Result } from "~/components/feedback/Result";
import { Screen } from "~/components/layout/Screen";
import { formatCharge, formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { readShownReceipt, type ShownReceipt } from "./receipt.server";
import "../../styles/print.css";
import { Icon } from "~/components/layout/Icon";
import { useHydrated } from "~/components/layout/hydrated";

/** Scripts are for the print button. */
export const handle: Handle = { hydrate: true, i18n: ["Successpay"] };

/** The receipt of the purchase just made. */
export const loader = privateLoader(async ({ session, request, query, locale }) =>
  pageData({ receipt: await readShownReceipt(request, session, query, locale) }),
);

export default function Successpay() {
  const t = useText();
  const { receipt } = useLoaderData<typeof loader>();
  return <Screen title={t("Successpay.title")}>{receipt ? <Paid {...receipt} /> : <Unproven />}</Screen>;
}

function Unproven() {
  const t = useText();
  return (
    <EmptyState illustration="waiting" title={t("Successpay.unproven")} text={t("Successpay.unprovenText")}>
      <ButtonLink href="/MyOrder">{t("Successpay.toOrders")}</ButtonLink>
      <ButtonLink quiet href="/Assets">
        {t("Successpay.toAssets")}
      </ButtonLink>
    </EmptyState>
  );
}

/** The main button, then the receipt, and what happens next. */
function Paid({ title, tokenAmount, payAmount, coin, orderNum, warning, toOrder, time }: ShownReceipt) {
  const t = useText();
  return (
    <>
      <Result title={t("Successpay.paid")}>
        <ButtonLink href={toOrder?.href ?? "/MyOrder"}>{toOrder?.label ?? t("Successpay.toOrders")}</ButtonLink>
      </Result>
      {warning.map((line) => (
        <p key={line} className="note" role="alert">
          {line}
        </p>
      ))}
      <DescriptionList
        className="facts card"
        lines={[
          [t("Successpay.amount"), `${formatCharge(payAmount)} ${coin ?? t("common.missing")}`, "sum"],
          ...(title ? [[t("Successpay.product"), title] as const] : []),
          [t("Successpay.quantity"), t("common.terabytes", { value: formatDecimal(tokenAmount, 2) })],
          [t("Successpay.time"), time],
          [
            t("Successpay.number"),
            orderNum ? (
              <span className="exact small" translate="no">
                {orderNum}
              </span>
            ) : (
              t("Successpay.numberLater")
            ),
          ],
        ]}
      />
      <section className="card" aria-labelledby="next">
        <h2 id="next">{t("Successpay.nextTitle")}</h2>
        <PurchaseTimeline
          entries={[
            { title: t("Successpay.step0"), text: time, done: true, current: true },
            { title: t("Successpay.step1"), text: t("Successpay.next1") },
            { title: t("Successpay.step2"), text: t("Successpay.next2") },
            { title: t("Successpay.step3"), text: t("Successpay.next3") },
          ]}
        />
      </section>
      <div className="actions screen-only">
        {toOrder ? (
          <ButtonLink quiet href="/MyOrder">
            {t("Successpay.toOrders")}
          </ButtonLink>
        ) : null}
        <ButtonLink quiet href="/Assets">
          {t("Successpay.toAssets")}
        </ButtonLink>
        <PrintButton />
      </div>
    </>
  );
}

const PRINTER = "M7 9V4h10v5M7 17H4.5v-6.5h15V17H17M7 14h10v6H7v-6Z";

/** Prints the page, where scripts run; elsewhere the browser's own menu does. */
function PrintButton() {
  const t = useText();
  if (!useHydrated()) return null;
  return (
    <button type="button" className="button button-quiet screen-only" onClick={() => window.print()}>
      <Icon name={PRINTER} className="button-icon" />
      {t("Successpay.print")}
    </button>
  );
}
