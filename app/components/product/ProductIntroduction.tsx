import { Prose } from "~/components/layout/Prose";
import { Section } from "~/components/layout/Section";
import { useText } from "~/i18n/text";
import type { Introduction } from "~server/markup/markup";

export function ProductIntroduction({ introduction }: { introduction?: Introduction | undefined }) {
  const t = useText();
  if (!introduction) return null;
  const { heading, html } = introduction;
  const title = heading ? <span dangerouslySetInnerHTML={{ __html: heading }} /> : t("Product.introduction");
  return (
    <Section id="introduction" title={title} isFolded={!!html}>
      {html ? <Prose html={html} /> : null}
    </Section>
  );
}
