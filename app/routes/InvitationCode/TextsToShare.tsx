import { Section } from "~/components/Section";
import { useText } from "~/i18n/text";
import { CopyText } from "./CopyText";
import type { ShareTexts } from "./texts.server";

/** As many lines as the long text has at 320 px, where the browser does not count them itself. */
const longRows = (language: string) => (language === "en" ? 14 : 9);

/** Invitation texts: the visitor's language first, then the other. */
export function TextsToShare({ texts }: { texts: readonly ShareTexts[] }) {
  const t = useText();
  return (
    <Section id="texts" title={t("InvitationCode.texts")}>
      <div className="card share-texts">
        <p className="soft small">{t("InvitationCode.textsText")}</p>
        {texts.map(({ language, long, short }, at) => (
          <div key={language} className="share-texts">
            <CopyText
              id={`text-${language}`}
              label={t(at === 0 ? "InvitationCode.long" : "InvitationCode.longOther")}
              text={long}
              lang={language}
              rows={longRows(language)}
            />
            <CopyText
              id={`short-${language}`}
              label={t(at === 0 ? "InvitationCode.short" : "InvitationCode.shortOther")}
              text={short}
              lang={language}
              rows={5}
            />
          </div>
        ))}
      </div>
    </Section>
  );
}
