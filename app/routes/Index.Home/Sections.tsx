import { Section } from "~/components/layout/Section";
import { Steps } from "~/components/layout/Steps";
import { useText } from "~/i18n/text";
import { AdvantageList } from "~/components/layout/AdvantageList";
import { SERVER, BELL } from "~/components/layout/page-icons";
import { MenuItem } from "~/components/layout/MenuItem";

const STEPS = [
  ["Home.step1", "Home.step1Text"],
  ["Home.step2", "Home.step2Text"],
  ["Home.step3", "Home.step3Text"],
  ["Home.step4", "Home.step4Text"],
  ["Home.step5", "Home.step5Text"],
] as const;

/** How to take part, in five steps. */
export function Participation() {
  const t = useText();
  return (
    <Section id="process" title={t("Home.process")}>
      <Steps steps={STEPS} />
    </Section>
  );
}

const CLAIMS = [
  ["chip", "claims.procurementTitle", "claims.procurementText"],
  [SERVER, "claims.hostingTitle", "claims.hostingText"],
  ["globe", "claims.complianceTitle", "claims.complianceText"],
  ["wallet", "claims.withdrawTitle", "claims.withdrawText"],
] as const;

/** The operator's claimed advantages. */
export function Advantages() {
  const t = useText();
  return (
    <Section id="advantages" title={t("Home.advantages")} className="advantages">
      <AdvantageList claims={CLAIMS} />
    </Section>
  );
}

/** The list of notices, and the bulk order service, which leads to the contact form. */
export function Further() {
  const t = useText();
  return (
    <div className="card entries">
      <MenuItem icon={BELL} href="/Notice">
        <strong>{t("Index.notices")}</strong>
      </MenuItem>
      <MenuItem icon="orders" note={t("AboutUs.bulkText")} href="/LeavingMessage?topic=bulk">
        <strong>{t("AboutUs.bulk")}</strong>
      </MenuItem>
    </div>
  );
}
