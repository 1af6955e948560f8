import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { Sheet } from "~/components/Sheet";
import { useText } from "~/i18n/text";
import { Lines } from "./Lines";
import type { Done } from "./quote-status.server";

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
