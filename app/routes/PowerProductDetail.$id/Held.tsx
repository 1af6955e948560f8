import { useText } from "~/i18n/text";

/** The balance, and a link to deposit more where it is too small for the payment. */
export function Held({
  balance,
  short,
  depositPath,
}: {
  /** With its symbol, as it is shown. */
  balance: string;
  /** The missing amount, with its symbol; undefined where the balance suffices. */
  short: string | undefined;
  /** Leads back here. */
  depositPath: string;
}) {
  const t = useText();
  return (
    <p className="held">
      <span>
        <span className="soft">{t("PowerProductDetail.balance")}</span> <span className="figure">{balance}</span>
      </span>{" "}
      {short ? (
        <a className="held-short" href={depositPath}>
          {t("PowerProductDetail.short", { amount: short })}
        </a>
      ) : null}
    </p>
  );
}
