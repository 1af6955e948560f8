import { ButtonLink } from "~/components/layout/ButtonLink";
import type { Closed } from "./offer.server";
import { BottomBar, QuantityForm } from "./QuantityForm";
import type { Range } from "~/components/product/amounts";

/** The purchase form, or the reason why nothing can be bought now. */
export function PurchaseCard({
  closed,
  range,
  ...form
}: Omit<Parameters<typeof QuantityForm>[0], "range"> & {
  closed?: Closed | undefined;
  /** Null where no quantity can be bought, which closes it. */
  range: Range | null;
}) {
  if (!closed) return range && <QuantityForm {...form} range={range} />;
  const { role, text, more = [], lead, href, label } = closed;
  return (
    <div className="card">
      <p role={role}>{text}</p>
      {more.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {lead ? (
        <ButtonLink quiet href="/Index/Power">
          {lead}
        </ButtonLink>
      ) : null}
      <BottomBar>
        {href ? (
          <ButtonLink href={href}>{label}</ButtonLink>
        ) : (
          <button type="button" className="button" disabled>
            {label}
          </button>
        )}
      </BottomBar>
    </div>
  );
}
