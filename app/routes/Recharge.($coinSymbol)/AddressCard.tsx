import { CopyableValue } from "~/components/form/CopyableValue";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { AntiPhishingCode } from "~/components/account/AntiPhishingCode";
import { QrCode } from "~/components/account/QrCode";
import { NoTranslateNames } from "~/i18n/NoTranslateNames";
import { useText } from "~/i18n/text";
import type { ShownAddress, ShownChain, ShownCoin } from "./place.server";
import { SaveQr } from "./SaveQr";
import "../../styles/qr.css";
import "./deposit.css";

/** Shows coin, address and QR code in the order that prevents lost deposits, with a copy button on the first screen. */
export function AddressCard({
  coin,
  chain,
  text,
  memo,
  depositConfirm,
  qr,
  png,
  antiPhishingCode,
  inApp,
}: ShownAddress & {
  coin: ShownCoin;
  chain: ShownChain;
  inApp: string | undefined;
  antiPhishingCode: Parameters<typeof AntiPhishingCode>[0]["lines"];
}) {
  const t = useText();
  const names = { coin: coin.showName, chain: chain.mainChainName };
  const { least } = chain;
  const terms = [
    ...(least === undefined ? [] : [[t("Recharge.least"), least] as const]),
    ...(depositConfirm === undefined ? [] : [[t("Recharge.confirmations"), String(depositConfirm)] as const]),
  ];
  return (
    <section className="card" aria-labelledby="deposit-title">
      <div className="tiles wrap">
        <div className="deposit-what stack">
          <h2 id="deposit-title">
            <NoTranslateNames
              text={names.coin === names.chain ? "Recharge.addressTitleAlone" : "Recharge.addressTitle"}
              names={names}
            />
          </h2>
          <p className="note">
            <NoTranslateNames text="Recharge.networkWarning" names={names} />
          </p>
          <CopyableValue
            id="deposit-address"
            labelledBy="deposit-title"
            value={text}
            copy={t("Recharge.copyAddress")}
          />
          <p className="soft small">{t("Recharge.check")}</p>
          {memo === undefined ? null : (
            <>
              <CopyableValue
                id="deposit-memo"
                label={t("Recharge.memo")}
                value={memo}
                copy={t("Recharge.copyMemo")}
                quiet
              />
              <p className="note">{t("Recharge.memoWarning")}</p>
            </>
          )}
          <AntiPhishingCode lines={antiPhishingCode} />
        </div>
        <div className="stack">
          <QrCode src={qr} label={t("Recharge.qrLabel", names)} />
          {memo === undefined ? null : <p className="soft small">{t("Recharge.qrWithoutMemo")}</p>}{" "}
          <SaveQr qr={qr} png={png} filename={`${coin.symbol}-${chain.name}.png`} />
          {inApp ? <p className="soft small">{inApp}</p> : null}
        </div>
      </div>
      <DescriptionList lines={terms} />
    </section>
  );
}
