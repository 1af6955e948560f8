import { Icon } from "~/components/Icon";
import { useText } from "~/i18n/text";

const KINDS = [
  ["server", "AboutUs.partnerSites", "AboutUs.partnerSitesText"],
  ["chip", "AboutUs.partnerHardware", "AboutUs.partnerHardwareText"],
  ["wallet", "AboutUs.partnerInstitutions", "AboutUs.partnerInstitutionsText"],
  ["invite", "AboutUs.partnerChannels", "AboutUs.partnerChannelsText"],
] as const;

/** Kinds of partnership (behaviour 2.45). */
export function Cooperation() {
  const t = useText();
  return (
    <section className="section" aria-labelledby="cooperation">
      <h2 id="cooperation">{t("AboutUs.cooperation")}</h2>
      <p>{t("AboutUs.cooperationText")}</p>
      <ul className="partners">
        {KINDS.map(([icon, title, text]) => (
          <li key={title} className="card">
            <Icon name={icon} />
            <h3>{t(title)}</h3>
            <p className="soft small">{t(text)}</p>
          </li>
        ))}
      </ul>
      <a className="button button-quiet" href="/LeavingMessage">
        {t("AboutUs.cooperate")}
      </a>
    </section>
  );
}
