import { Icon } from "~/components/Icon";
import { useText } from "~/i18n/text";

const CLAIMS = [
  ["chip", "claims.procurementTitle", "claims.procurementText"],
  ["server", "claims.hostingTitle", "claims.hostingText"],
  ["globe", "claims.complianceTitle", "claims.complianceText"],
  ["wallet", "claims.withdrawTitle", "claims.withdrawText"],
] as const;

/** The operator's claimed advantages (spec section 1). */
export function Advantages() {
  const t = useText();
  return (
    <section className="section" aria-labelledby="advantages">
      <h2 id="advantages">{t("Home.advantages")}</h2>
      <ul className="claims">
        {CLAIMS.map(([icon, title, text]) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
