import { useText } from "~/i18n/text";
import type { LegalDocument } from "~/i18n/legal.server";

/** A legal text with its date and headed sections; its title is an h2, or an h3 within a sheet. */
export function LegalText({ document, level }: { document: LegalDocument; level: 2 | 3 }) {
  const t = useText();
  const Title = level === 2 ? "h2" : "h3";
  const Heading = level === 2 ? "h3" : "h4";
  const { id, title, dated, lead, sections } = document;
  return (
    <section className="prose" aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {dated ? <p className="soft small">{t("Legal.dated", { time: dated })}</p> : null}
      <p>{lead}</p>
      {sections.map((section) => (
        <section key={section.id} className="prose" aria-labelledby={section.id}>
          <Heading id={section.id}>{section.heading}</Heading>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {section.points ? (
            <ul>
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
        </section>
      ))}
    </section>
  );
}
