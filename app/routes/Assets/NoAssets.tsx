import { ButtonLink } from "~/components/layout/ButtonLink";
import { Steps } from "~/components/layout/Steps";
import { useText } from "~/i18n/text";

const STEPS = [
  ["Assets.beginDeposit", "Assets.beginDepositText"],
  ["Assets.beginChoose", "Assets.beginChooseText"],
  ["Assets.beginPay", "Assets.beginPayText"],
] as const;

/** The first steps for an account without a balance. */
export function NoAssets() {
  const t = useText();
  return (
    <div className="card">
      <h2>{t("Assets.nothing")}</h2>
      <Steps steps={STEPS} />
      <p className="actions">
        <ButtonLink href="/Recharge">{t("Assets.beginDeposit")}</ButtonLink>
        <ButtonLink quiet href="/Index/Power">
          {t("MyOrder.toMarket")}
        </ButtonLink>
      </p>
    </div>
  );
}
