import { Section } from "~/components/Section";
import { useText } from "~/i18n/text";

const MILESTONES = ["centres", "miners", "capacity", "growth"] as const;

/** Milestones, in the figures of the locale files; the operator gives no dates (behaviour 1.10). */
export function Milestones() {
  const t = useText();
  return (
    <Section id="milestones" title={t("AboutUs.milestones")}>
      <ul className="timeline">
        {MILESTONES.map((name) => (
          <li key={name}>
            <p className="timeline-figure figure">{t(`claims.${name}Figure`)}</p>
            <h3>{t(`claims.${name}`)}</h3>
            <p className="soft">{t(`claims.${name}Text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
