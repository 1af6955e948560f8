import { LANGUAGES, otherLocales } from "~/i18n/locales";
import { useLanguage } from "~/i18n/text";
import { FormToken } from "~/components/form/FormToken";

/** Posts another locale and returns (303) to the same page and the control with the id `at`, which gets the focus. */
export function LanguageSwitch({ token, path, at = "language" }: { token: string; path: string; at?: string }) {
  return (
    <form className="language" method="post" action="/Language">
      <FormToken value={token} />
      <input type="hidden" name="redirectTo" value={`${path}#${at}`} />
      <Buttons at={at === "menu" ? undefined : at} />
    </form>
  );
}

/** The language button of a form, after the one that Enter presses; it returns to `path`, or where the form posts. */
export function LanguageButton({ path }: { path?: string | undefined }) {
  return (
    <p>
      {path === undefined ? null : <input type="hidden" name="redirectTo" value={path} />}
      <Buttons inForm at="language" />
    </p>
  );
}

function Buttons({ inForm = false, at }: { inForm?: boolean; at?: string | undefined }) {
  return otherLocales(useLanguage().locale).map((locale, index) => [
    index > 0 && " ",
    <button
      key={locale}
      type="submit"
      className="link-button target"
      name={inForm ? "intent" : "locale"}
      value={inForm ? `language-${locale}` : locale}
      lang={LANGUAGES[locale].html}
      id={index ? undefined : at}
    >
      {LANGUAGES[locale].switchTo}
    </button>,
  ]);
}
