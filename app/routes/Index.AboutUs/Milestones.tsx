import { Section } from "~/components/Section";
import { useText } from "~/i18n/text";

const MILESTONES = [1, 2, 3, 4, 5] as const;

/** The company's history, in the operator's words of the locale files (behaviour 1.10). */
export function Milestones() {
  const t = useText();
  return (
    <Section id="milestones" title={t("AboutUs.milestones")}>
      <ol className="timeline">
        {MILESTONES.map((number) => (
          <li key={number}>
            <p className="timeline-time figure">{t(`claims.milestone${number}Time`)}</p>
            <h3>{t(`claims.milestone${number}`)}</h3>
            <p className="soft">{t(`claims.milestone${number}Text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
