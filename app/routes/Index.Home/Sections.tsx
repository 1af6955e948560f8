import { Section } from "~/components/layout/Section";
import { Steps } from "~/components/layout/Steps";
import { useText } from "~/i18n/text";
import { AdvantageList } from "~/components/layout/AdvantageList";
import { MenuItem } from "~/components/layout/MenuItem";
import { Ticker } from "./Ticker";

const STEPS = [["Home.step1"], ["Home.step2"], ["Home.step3"], ["Home.step4"], ["Home.step5"]] as const;

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
  ["claims.procurementTitle", "claims.procurementText"],
  ["claims.hostingTitle", "claims.hostingText"],
  ["claims.complianceTitle", "claims.complianceText"],
  ["claims.withdrawTitle", "claims.withdrawText"],
] as const;

/** The operator's claimed advantages. */
export function Advantages() {
  const t = useText();
  return (
    <Section id="advantages" title={t("Home.advantages")} isFolded>
      <AdvantageList className="card claims" claims={CLAIMS} />
    </Section>
  );
}

/** The notices in turn, and the bulk order service, which leads to the contact form. */
export function Further({ notices }: { notices: { id: string; title: string }[] }) {
  const t = useText();
  return (
    <div className="card entries">
      <Ticker notices={notices} />
      <MenuItem icon="orders" href="/LeavingMessage?topic=bulk">
        {t("AboutUs.bulk")}
      </MenuItem>
    </div>
  );
}
