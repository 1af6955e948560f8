import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { Facts } from "~/components/Facts";
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
        <Facts
          className="facts card"
          lines={[
            ...(receipt.title ? [[t("Successpay.product"), receipt.title] as const] : []),
            [t("Successpay.quantity"), t("common.terabytes", { value: formatDecimal(receipt.tokenAmount, 2) })],
            [t("Successpay.amount"), `${formatDecimal(receipt.payAmount, 8)} ${receipt.paySymbol ?? ""}`, "sum"],
          ]}
        />
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
