import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { DescriptionList } from "~/components/DescriptionList";
import type { Handle } from "~/components/handle";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { formatDecimal, formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { readShownReceipt, type ShownReceipt } from "./receipt.server";
import "../../styles/print.css";
import { Icon } from "~/components/Icon";
import { useHydrated } from "~/components/hydrated";

/** Scripts are for the print button. */
export const handle: Handle = { hydrate: true, i18n: ["Successpay"] };

/** The receipt of the purchase just made. */
export const loader = privateLoader(async ({ session, request, query, locale }) =>
  pageData({ receipt: await readShownReceipt(request, session, query, locale) }),
);

export default function Successpay() {
  const t = useText();
  const { receipt } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("Successpay.title")}>
      <EmptyState
        illustration={receipt ? "done" : "waiting"}
        title={t(receipt ? "Successpay.paid" : "Successpay.unproven")}
        text={receipt ? undefined : t("Successpay.unprovenText")}
      />
      {receipt ? <Lines {...receipt} /> : null}
      <div className="actions screen-only">
        {receipt?.toOrder ? <ButtonLink href={receipt.toOrder.href}>{receipt.toOrder.label}</ButtonLink> : null}
        <ButtonLink quiet={Boolean(receipt?.toOrder)} href="/MyOrder">
          {t("Successpay.toOrders")}
        </ButtonLink>
        <ButtonLink quiet href="/Assets">
          {t("Successpay.toAssets")}
        </ButtonLink>
        {receipt ? <PrintButton /> : null}
      </div>
    </Screen>
  );
}

/** The bought quantity, the time, the payment, the order's number; and what happens next. */
function Lines({ title, tokenAmount, payAmount, paySymbol, orderNum, atMs }: ShownReceipt) {
  const t = useText();
  const { locale } = useLanguage();
  return (
    <>
      <DescriptionList
        className="facts card"
        lines={[
          [t("Successpay.amount"), `${formatDecimal(payAmount, 8)} ${paySymbol ?? ""}`, "sum"],
          ...(title ? [[t("Successpay.product"), title] as const] : []),
          [t("Successpay.quantity"), t("common.terabytes", { value: formatDecimal(tokenAmount, 2) })],
          [t("Successpay.time"), formatTime(atMs, locale)],
          [
            t("Successpay.number"),
            orderNum ? <span className="exact small">{orderNum}</span> : t("Successpay.numberLater"),
          ],
        ]}
      />
      <section className="card" aria-labelledby="next">
        <h2 id="next">{t("Successpay.nextTitle")}</h2>
        <ul className="points points-next">
          <li>{t("Successpay.next1")}</li>
          <li>{t("Successpay.next2")}</li>
          <li>{t("Successpay.next3")}</li>
        </ul>
      </section>
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
