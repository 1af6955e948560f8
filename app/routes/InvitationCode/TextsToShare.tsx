import { useText } from "~/i18n/text";
import type { ShareTexts } from "./texts.server";
import { useEffect, useState } from "react";
import { CopyResult, CopyButton } from "~/components/form/CopyButton";
import { useCopying } from "~/components/form/copying";
import { useHydrated } from "~/components/layout/hydrated";

/** Returns the lines of the long text at 320 px, for browsers that do not size the field themselves. */
const longRows = (language: string) => (language === "en" ? 14 : 9);

export function TextsToShare({ texts }: { texts: readonly ShareTexts[] }) {
  const t = useText();
  return (
    <details className="card fold stack">
      <summary>{t("InvitationCode.texts")}</summary>
      <p className="soft small">{t("InvitationCode.textsText")}</p>
      {texts.map(({ language, name, long, short }, at) => (
        <div key={language} className="share-texts stack-4">
          <CopyText
            id={`text-${language}`}
            label={t(at === 0 ? "InvitationCode.long" : "InvitationCode.longOther", { language: name })}
            text={long}
            lang={language}
            rows={longRows(language)}
          />
          <CopyText
            id={`short-${language}`}
            label={t(at === 0 ? "InvitationCode.short" : "InvitationCode.shortOther", { language: name })}
            text={short}
            lang={language}
            rows={5}
          />
        </div>
      ))}
    </details>
  );
}

/** Shares the invitation's link with another app if the browser can; otherwise, in the same place, by mail. */
export function ShareLink({ link, text }: { link: string; text: string }) {
  const t = useText();
  const [shareable, setShareable] = useState(false);
  useEffect(() => setShareable("share" in navigator), []);
  if (!shareable) {
    return (
      <a className="button" href={`mailto:?body=${encodeURIComponent(text)}`}>
        {t("InvitationCode.mail")}
      </a>
    );
  }

  async function share() {
    try {
      await navigator.share({ title: document.title, url: link });
    } catch {
      // The visitor cancelled, or sharing is impossible; the link can still be copied.
    }
  }

  return (
    <button type="button" className="button" onClick={() => void share()}>
      {t("InvitationCode.share")}
    </button>
  );
}

function CopyText({
  id,
  label,
  text,
  lang,
  rows,
}: Record<"id" | "label" | "text" | "lang", string> & { rows: number }) {
  const scripted = useHydrated();
  const { shown, copy, result } = useCopying<HTMLTextAreaElement>();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} ref={shown} defaultValue={text} lang={lang} rows={rows} autoComplete="off" />
      {scripted ? (
        <CopyButton label={label} onClick={() => copy(shown.current?.value ?? text)} />
      ) : (
        <div className="copy-room" />
      )}
      <CopyResult result={result} />
    </div>
  );
}
