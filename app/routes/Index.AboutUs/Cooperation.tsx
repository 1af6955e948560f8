import { ButtonLink } from "~/components/layout/ButtonLink";
import { Icon } from "~/components/layout/Icon";
import { Section } from "~/components/layout/Section";
import { useText } from "~/i18n/text";
import { INVITE, SERVER } from "~/components/layout/page-icons";

const KINDS = [
  [SERVER, "AboutUs.partnerSites", "AboutUs.partnerSitesText"],
  ["chip", "AboutUs.partnerHardware", "AboutUs.partnerHardwareText"],
  ["wallet", "AboutUs.partnerInstitutions", "AboutUs.partnerInstitutionsText"],
  [INVITE, "AboutUs.partnerChannels", "AboutUs.partnerChannelsText"],
] as const;

/** Kinds of partnership. */
export function Cooperation() {
  const t = useText();
  return (
    <Section id="cooperation" title={t("AboutUs.cooperation")}>
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
      <ButtonLink quiet href="/LeavingMessage">
        {t("AboutUs.cooperate")}
      </ButtonLink>
    </Section>
  );
}
