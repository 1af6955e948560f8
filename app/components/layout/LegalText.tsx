import type { ReactNode } from "react";
import { useText } from "~/i18n/text";
import type { LegalDocument } from "~server/content/legal-documents";

export function LegalText({ document }: { document: LegalDocument }) {
  return (
    <section className="prose" aria-labelledby={document.id}>
      <h3 id={document.id}>{document.title}</h3>
      <LegalBody document={document} heading="h4" />
    </section>
  );
}

/** Shows a document's edition without a line break. The policy names the agreement that it belongs to. */
function LegalEdition({ document: { edition, version, dated } }: { document: LegalDocument }) {
  const t = useText();
  if (!edition) return null;
  const [before, after] = t(edition, { version, time: "\n" }).split("\n");
  return (
    <p className="soft small">
      {before}
      {after === undefined ? null : <time>{dated}</time>}
      {after}
    </p>
  );
}

export function LegalBody({
  document,
  heading: Heading,
  children,
}: {
  document: LegalDocument;
  heading: "h2" | "h4";
  children?: ReactNode;
}) {
  const { lead, isHtml } = document;
  return (
    <>
      <LegalEdition document={document} />
      {isHtml ? <div className="prose" dangerouslySetInnerHTML={{ __html: lead }} /> : <p>{lead}</p>}
      {children}
      {document.sections.map(({ id, heading, html, paragraphs, points, terms }) => (
        <section key={id} className="prose">
          <Heading id={id}>{heading}</Heading>
          {html ? <div dangerouslySetInnerHTML={{ __html: below(html, Heading) }} /> : null}
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points ? (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          ) : null}
          {terms ? (
            <dl>
              {terms.map(({ name, text }) => (
                <div key={name}>
                  <dt translate="no">{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </section>
      ))}
    </>
  );
}

/** Adapts headings of a section's HTML, which begin at h3. In a sheet, below its h4, they become bold lines. */
const below = (html: string, heading: string) =>
  heading === "h4" ? html.replace(/<h[34]>/g, "<p><strong>").replace(/<\/h[34]>/g, "</strong></p>") : html;
