import { Claims } from "~/components/Claims";
import { Section } from "~/components/Section";
import { useText } from "~/i18n/text";
import { SERVER } from "~/components/page-icons";

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
      <Claims claims={CLAIMS} />
    </Section>
  );
}
