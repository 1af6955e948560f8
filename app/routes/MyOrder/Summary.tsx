import { DescriptionList } from "~/components/layout/DescriptionList";
import { orderPath } from "~/components/account/encoded-paths";
import { formatDay, formatDecimal, formatPayment, formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { OrderSummary } from "~server/orders/summary";

const OMITTED = ["withoutStatus", "withoutQuantity", "withoutPayment"] as const;

export function Figures({ summary: { power, nextEnd } }: { summary: OrderSummary }) {
  const t = useText();
  const { locale } = useLanguage();
  return (
    <dl className="facts facts-3 wrap order-figures">
      <div>
        <dt>{t(`MyOrder.${power.label}`)}</dt>{" "}
        <dd className="figure" translate="no">
          {power.terabytes ? t("common.terabytes", { value: formatDecimal(power.terabytes) }) : t("common.missing")}
        </dd>
      </div>{" "}
      {nextEnd ? (
        <div>
          <dt>{t("MyOrder.nextEndEstimate")}</dt> <dd className="figure">{formatDay(nextEnd.endMs, locale)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

/** Shows the sums of the values that the upstream sends for each order. */
export function Summary({ summary, part }: { summary: OrderSummary; part: string | undefined }) {
  const t = useText();
  const { locale } = useLanguage();
  const { active, ended, waiting, paid, nextEnd, endingSoon } = summary;
  const terabytes = (value: string | undefined) => value && t("common.terabytes", { value: formatDecimal(value) });
  const path = nextEnd && orderPath(nextEnd.orderNum);
  const end = nextEnd && formatTime(nextEnd.endMs, locale);
  return (
    <section aria-labelledby="summary-title">
      <h2 id="summary-title" className="summary-title">
        {t("MyOrder.summary")}
      </h2>
      {part ? <p className="small soft">{part}</p> : null}
      <DescriptionList
        lines={[
          [t("MyOrder.active"), terabytes(active)],
          [t("MyOrder.over"), terabytes(ended)],
          ...(waiting ? [[t("MyOrder.waiting"), terabytes(waiting.terabytes)] as const] : []),
          [
            t("MyOrder.paidIn"),
            paid.length
              ? paid.map(({ coin, amount }) => (
                  <span key={coin} className="block">
                    <span translate="no">{formatPayment(amount, coin)}</span>{" "}
                  </span>
                ))
              : undefined,
          ],
          [
            t("MyOrder.nextEnd"),
            nextEnd ? (
              <>
                {path ? (
                  <a className="deal-link" href={path}>
                    {end}
                  </a>
                ) : (
                  end
                )}{" "}
                <span className="facts-note block soft small">{t("MyOrder.workedOut")}</span>
              </>
            ) : undefined,
          ],
        ]}
      />
      {endingSoon ? (
        <p>
          <strong>
            {endingSoon === 1 ? t("MyOrder.endingSoonOne") : t("MyOrder.endingSoon", { count: String(endingSoon) })}
          </strong>{" "}
          <span className="facts-note block soft small">{t("MyOrder.workedOut")}</span>
        </p>
      ) : null}
      {OMITTED.map((name) =>
        summary[name] ? (
          <p className="small soft" key={name}>
            {t(`MyOrder.${name}`, { count: String(summary[name]) })}
          </p>
        ) : null,
      )}
    </section>
  );
}
