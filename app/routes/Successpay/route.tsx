import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import type { Handle } from "~/components/handle";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import { answer, privateLoader } from "~server/loader";
import { readReceipt, receiptAgrees } from "~server/purchase/receipt";

export const handle: Handle = { title: "Successpay.title" };

/**
 * The receipt of the purchase just made. The query's amounts count only if the signed receipt agrees (behaviour 2.44).
 */
export const loader = privateLoader(async ({ session, request, query }) => {
  const receipt = await readReceipt(request, session.id);
  return answer({ receipt: receipt && receiptAgrees(receipt, query) ? receipt : null });
});

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
        <ButtonLink href="/MyOrder">{t("MyOrder.title")}</ButtonLink>
        <ButtonLink quiet href="/Assets">
          {t("Assets.title")}
        </ButtonLink>
      </div>
    </Screen>
  );
}
