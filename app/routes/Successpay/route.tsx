import { useLoaderData } from "@remix-run/react";
import { CycleRing } from "~/components/account/CycleRing";
import { EmptyState } from "~/components/feedback/EmptyState";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { Screen } from "~/components/layout/Screen";
import { Deal } from "~/components/product/Deal";
import { TermLine } from "~/components/product/product-terms";
import { NoTranslate, useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { readReceipt, shownCookies } from "~server/purchase/receipt";
import { payerOf } from "~server/purchase/signature";
import { readShownReceipt, type ShownReceipt } from "./receipt.server";
import "../../styles/print.css";

export const loader = privateLoader(async ({ session, request, query, locale }) => {
  const kept = await readReceipt(request, payerOf(session));
  const receipt = await readShownReceipt(kept, session, query, locale);
  return pageData({ receipt }, { cookies: receipt ? await shownCookies(kept, payerOf(session)) : [] });
});

export default function Successpay() {
  const t = useText();
  const { receipt } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("Successpay.title")} hasHead={receipt !== null} wideScreen={receipt !== null}>
      {receipt ? (
        <Paid {...receipt} />
      ) : (
        <EmptyState illustration="waiting" title={t("Successpay.unproven")} text={t("Successpay.unprovenText")}>
          <ButtonLink href="/MyOrder">{t("Successpay.toOrders")}</ButtonLink>
          <QuietLink href="/Assets">{t("Successpay.toAssets")}</QuietLink>
        </EmptyState>
      )}
    </Screen>
  );
}

function Paid({ paid, what, terms, payAmount, coin, until, orderNum, warning, toOrder, time }: ShownReceipt) {
  const t = useText();
  return (
    <>
      <div className="row">
        <CycleRing percent={100} size={44} tick />
        <div>
          <h1>
            <NoTranslate>{paid}</NoTranslate>
          </h1>
          <p className="soft small" translate="no">
            <TermLine terms={what} />
          </p>
        </div>
      </div>
      {warning.map((line) => (
        <p key={line} className="note" role="alert">
          <NoTranslate>{line}</NoTranslate>
        </p>
      ))}
      <div className="page-columns stack-4">
        <div className="card page-main stack">
          <Deal terms={terms} coin={coin} payment={payAmount} until={until} payLabel={t("Order.paid")} isBrief />
        </div>
        <div className="page-side stack">
          {/* Even on the smallest phone this is on the first screen, above the tabs. */}
          <ButtonLink href={toOrder.href}>{toOrder.label}</ButtonLink>
          <DescriptionList
            lines={[
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
          <p className="small soft">{t("Successpay.time", { time })}</p>
        </div>
      </div>
    </>
  );
}
