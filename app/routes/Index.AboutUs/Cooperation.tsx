import { Drawing, Icon } from "~/components/layout/Icon";
import { Section } from "~/components/layout/Section";
import { useText } from "~/i18n/text";
import { INVITE, SERVER } from "~/components/layout/page-icons";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";

const KINDS = [
  [SERVER, "AboutUs.partnerSites", "AboutUs.partnerSitesText"],
  ["chip", "AboutUs.partnerHardware", "AboutUs.partnerHardwareText"],
  ["wallet", "AboutUs.partnerInstitutions", "AboutUs.partnerInstitutionsText"],
  [INVITE, "AboutUs.partnerChannels", "AboutUs.partnerChannelsText"],
] as const;

export function Cooperation() {
  const t = useText();
  return (
    <Section id="cooperation" title={t("AboutUs.cooperation")}>
      <p>{t("AboutUs.cooperationText")}</p>
      <ul className="partners tiles wrap">
        {KINDS.map(([icon, title, text]) => (
          <li key={title} className="card">
            <Icon name={icon} />
            <h3>{t(title)}</h3>
            <p className="soft small">{t(text)}</p>
          </li>
        ))}
      </ul>
      <QuietLink href="/LeavingMessage">{t("AboutUs.cooperate")}</QuietLink>
    </Section>
  );
}

const POINTS = ["AboutUs.bulkWhat", "AboutUs.bulkDelivery", "AboutUs.bulkHosting"] as const;

export function BulkOrders() {
  const t = useText();
  return (
    <section className="section" aria-labelledby="bulk">
      <div className="card bulk">
        <Drawing className="sketch block" viewBox="0 0 132 84" width="132" height="84" strokeWidth="1.6">
          <path d="M8 80h116M14 54h34v26H14zM52 54h34v26H52zM90 54h28v26H90zM33 26h34v26H33zM71 26h34v26H71z" />
          <path d="M26 54v8h10v-8M64 54v8h10v-8M45 26v8h10v-8M83 26v8h10v-8M69 20V6M62 12l7-7 7 7" />
        </Drawing>
        <h2 id="bulk">{t("AboutUs.bulk")}</h2>
        <p>{t("AboutUs.bulkText")}</p>
        <ul className="points">
          {POINTS.map((point) => (
            <li key={point}>{t(point)}</li>
          ))}
        </ul>
        <ButtonLink href="/LeavingMessage?topic=bulk">{t("AboutUs.bulkAsk")}</ButtonLink>
      </div>
    </section>
  );
}
