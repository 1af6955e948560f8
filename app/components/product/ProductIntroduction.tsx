import { useText } from "~/i18n/text";
import type { Introduction } from "~server/markup/markup";
import { Prose } from "~/components/layout/Prose";

/** A product's markdown introduction, sanitised by the server, under its own heading if it has one. */
export function ProductIntroduction({ introduction }: { introduction?: Introduction | undefined }) {
  const t = useText();
  if (!introduction) return null;
  const { heading, html } = introduction;
  return (
    <section className="section" aria-labelledby="introduction">
      {heading ? (
        <h2 id="introduction" dangerouslySetInnerHTML={{ __html: heading }} />
      ) : (
        <h2 id="introduction">{t("Product.introduction")}</h2>
      )}
      {html ? <Prose html={html} /> : null}
    </section>
  );
}
