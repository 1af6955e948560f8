import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { Sheet } from "~/components/Sheet";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { Done } from "./standing.server";

function useSentence({ tokenAmount, payAmount, paySymbol = "" }: Done): string {
  const t = useText();
  const values = { quantity: formatDecimal(tokenAmount, 2), amount: formatDecimal(payAmount, 8), symbol: paySymbol };
  return t("PowerProductDetail.doneText", values);
}

/** Where the Back button leads after a payment: it is done, with links to its order (behaviour 2.29). */
export function DoneSheet({ path, done }: { path: string; done: Done }) {
  const t = useText();
  return (
    <Sheet title={t("PowerProductDetail.doneTitle")} closeTo={path}>
      <EmptyState illustration="done" text={useSentence(done)}>
        <ButtonLink href="/MyOrder">{t("PowerProductDetail.toOrders")}</ButtonLink>
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

/** The same on the product page itself, above the form of a further purchase. */
export function DoneNote({ done }: { done: Done }) {
  const t = useText();
  return (
    <div className="card" role="status">
      <p>
        <strong>{t("PowerProductDetail.doneTitle")}</strong> {useSentence(done)}
      </p>
      <p className="pair">
        <a href="/MyOrder">{t("PowerProductDetail.toOrders")}</a>{" "}
        <a href={done.receiptPath}>{t("PowerProductDetail.toReceipt")}</a>
      </p>
    </div>
  );
}
