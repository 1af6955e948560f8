import { AdvantageList } from "~/components/layout/AdvantageList";
import { Section } from "~/components/layout/Section";
import { useText } from "~/i18n/text";
import { SERVER } from "~/components/layout/page-icons";

const GROUPS = [
  ["AboutUs.teamProcurement", "AboutUs.teamProcurementText", "orders"],
  ["AboutUs.teamHosting", "AboutUs.teamHostingText", SERVER],
  ["AboutUs.teamPower", "AboutUs.teamPowerText", "chip"],
  ["AboutUs.teamContact", "AboutUs.teamContactText", "support"],
] as const;

const TEN = Array.from({ length: 10 }, (_, index) => 4 + index * 32);

export function Team() {
  const t = useText();
  return (
    <Section id="team" title={t("AboutUs.team")}>
      <p>{t("AboutUs.teamText")}</p>
      <div className="card">
        <p className="team-share">
          <strong className="figure">{t("claims.technicalFigure")}</strong>
          {t("claims.technical")}
        </p>
        <svg className="people block" viewBox="0 0 320 44" width="320" height="44" aria-hidden="true">
          {TEN.map((x, index) => (
            <path
              key={x}
              className={index < 9 ? "person-technical" : "person"}
              d={`M${x + 12} 16a6.5 6.5 0 1 0-.01 0ZM${x} 40v-6a12 12 0 0 1 24 0v6z`}
            />
          ))}
        </svg>
        <AdvantageList claims={GROUPS} />
      </div>
    </Section>
  );
}
