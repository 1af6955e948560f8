import { CopyField } from "~/components/CopyField";
import { QrCode } from "~/components/QrCode";
import { useText } from "~/i18n/text";
import type { ShownAddress, ShownChain, ShownCoin } from "./place.server";
import { SaveQr } from "./SaveQr";

/** The address of a coin on a chain, with everything that keeps a deposit from going astray (behaviour 2.39). */
export function AddressCard({
  coin,
  chain,
  text,
  memo,
  hasMemo,
  code,
  png,
}: ShownAddress & { coin: ShownCoin; chain: ShownChain }) {
  const t = useText();
  const names = { coin: coin.showName, chain: chain.mainChainName };
  return (
    <section className="card" aria-labelledby="deposit-title">
      <h2 id="deposit-title">{t("Recharge.addressTitle", names)}</h2>
      <p className="note">{t("Recharge.networkWarning", names)}</p>
      {hasMemo ? (
        memo === undefined ? (
          <p className="summary" role="alert">
            {t("Recharge.memoMissing")}
          </p>
        ) : (
          <>
            <CopyField id="deposit-memo" label={t("Recharge.memo")} value={memo} />
            <p className="note">{t("Recharge.memoWarning")}</p>
          </>
        )
      ) : null}
      <QrCode code={code} label={t("Recharge.qrLabel", names)} />
      {hasMemo ? <p className="soft small">{t("Recharge.qrWithoutMemo")}</p> : null}
      <EyeCheck text={text} />
      <CopyField id="deposit-address" label={t("Recharge.address")} value={text} />
      <SaveQr code={code} png={png} filename={`${coin.symbol}-${chain.name}.png`} />
      {chain.depositMin !== undefined || chain.depositConfirm !== undefined ? (
        <dl className="facts">
          {chain.depositMin === undefined ? null : (
            <div>
              <dt>{t("Recharge.least")}</dt>
              <dd>{`${chain.depositMin} ${coin.showName}`}</dd>
            </div>
          )}
          {chain.depositConfirm === undefined ? null : (
            <div>
              <dt>{t("Recharge.confirmations")}</dt>
              <dd>{chain.depositConfirm}</dd>
            </div>
          )}
        </dl>
      ) : null}
    </section>
  );
}

/** Characters at either end that people compare. */
const ENDS = 6;

/** The whole address with its ends set apart; selected, it is the address and nothing else. */
function EyeCheck({ text }: { text: string }) {
  const t = useText();
  const [head, middle, tail] =
    text.length > 2 * ENDS ? [text.slice(0, ENDS), text.slice(ENDS, -ENDS), text.slice(-ENDS)] : [text, "", ""];
  return (
    <figure>
      <p className="address" translate="no">
        <b>{head}</b>
        {middle ? <span>{middle}</span> : null}
        {tail ? <b>{tail}</b> : null}
      </p>
      <figcaption className="soft small">{t("Recharge.check")}</figcaption>
    </figure>
  );
}
