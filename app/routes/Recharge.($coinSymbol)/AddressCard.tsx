import { CopyField } from "~/components/CopyField";
import { Facts } from "~/components/Facts";
import { QrCode } from "~/components/QrCode";
import { useText } from "~/i18n/text";
import type { ShownAddress, ShownChain, ShownCoin } from "./place.server";
import { SaveQr } from "./SaveQr";

/** The address of a coin on a chain, with everything that keeps a deposit from getting lost (behaviour 2.39). */
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
  const { depositMin, depositConfirm } = chain;
  const terms = [
    ...(depositMin === undefined ? [] : [[t("Recharge.least"), `${depositMin} ${coin.showName}`] as const]),
    ...(depositConfirm === undefined ? [] : [[t("Recharge.confirmations"), String(depositConfirm)] as const]),
  ];
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
      <Facts lines={terms} />
    </section>
  );
}

/** Characters at either end that people compare. */
const ENDS = 6;

/** The whole address with its ends emphasised; selecting it gives the address and nothing else. */
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
