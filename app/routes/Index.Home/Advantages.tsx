import { Claims } from "~/components/Claims";
import { useText } from "~/i18n/text";

const CLAIMS = [
  ["chip", "claims.procurementTitle", "claims.procurementText"],
  ["server", "claims.hostingTitle", "claims.hostingText"],
  ["globe", "claims.complianceTitle", "claims.complianceText"],
  ["wallet", "claims.withdrawTitle", "claims.withdrawText"],
] as const;

/** The operator's claimed advantages (behaviour 1.8). */
export function Advantages() {
  const t = useText();
  return (
    <section className="section" aria-labelledby="advantages">
      <h2 id="advantages">{t("Home.advantages")}</h2>
      <Claims claims={CLAIMS} />
    </section>
  );
}
