import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { formatDecimal } from "~/i18n/formats";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { readReceipt, receiptAgrees } from "~server/purchase/receipt";
import { PRIVATE_HEADERS, privateHeaders } from "~server/session/headers";
import { guarded } from "~server/session/session";

export const headers = privateHeaders;

/** The receipt of the purchase just made. The query's amounts count only when the signed receipt agrees (rulings, "/Successpay"). */
export async function loader({ request }: LoaderFunctionArgs) {
  return guarded(request, async (session) => {
    const [title, receipt] = await Promise.all([
      pageTitle(await getLocale(request), "Successpay.title"),
      readReceipt(request, session.id),
    ]);
    const agrees = receipt !== null && receiptAgrees(receipt, new URL(request.url).searchParams);
    return json({ title, receipt: agrees ? receipt : null }, { headers: PRIVATE_HEADERS });
  });
}

export default function Successpay() {
  const t = useText();
  const { receipt } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("Successpay.title")}>
      <EmptyState
        illustration={receipt ? "done" : "waiting"}
        title={t(receipt ? "Successpay.paid" : "Successpay.unproven")}
        text={t(receipt ? "Successpay.paidText" : "Successpay.unprovenText")}
      />
      {receipt ? (
        <dl className="facts card">
          {receipt.title ? (
            <div>
              <dt>{t("Successpay.product")}</dt>
              <dd>{receipt.title}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t("Successpay.quantity")}</dt>
            <dd>{t("common.terabytes", { value: formatDecimal(receipt.tokenAmount, 2) })}</dd>
          </div>
          <div className="facts-sum">
            <dt>{t("Successpay.amount")}</dt>
            <dd>{`${formatDecimal(receipt.payAmount, 8)} ${receipt.paySymbol ?? ""}`}</dd>
          </div>
        </dl>
      ) : null}
      <div className="actions">
        <a className="button" href="/MyOrder">
          {t("Successpay.toOrders")}
        </a>
        <a className="button button-quiet" href="/Assets">
          {t("Successpay.toAssets")}
        </a>
      </div>
    </Screen>
  );
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
