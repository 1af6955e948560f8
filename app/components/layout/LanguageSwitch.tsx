import { LANGUAGES, otherLocales } from "~/i18n/locales";
import { useLanguage } from "~/i18n/text";
import { FormToken } from "~/components/form/FormToken";
import { Icon } from "./Icon";

/**
 * Posts another locale and comes back to the same page with 303, to this control, which then has the focus.
 *
 * @param props.inMenu it returns to the button of the menu, in which it cannot be seen
 */
export function LanguageSwitch({ token, path, inMenu = false }: { token: string; path: string; inMenu?: boolean }) {
  return (
    <form method="post" action="/Language">
      <FormToken value={token} />
      <input type="hidden" name="redirectTo" value={`${path}#${inMenu ? "menu" : "language"}`} />
      <Buttons inMenu={inMenu} />
    </form>
  );
}

/**
 * The language buttons of a long form, in place of the switch in the page's foot. They are submit buttons of that form,
 * so that the input is preserved without scripts too. They stand after the form's own button, which Enter presses.
 *
 * @param props.path where to come back to, if not to the address that the form posts to
 */
export function LanguageButton({ path }: { path?: string | undefined }) {
  return (
    <p>
      {path === undefined ? null : <input type="hidden" name="redirectTo" value={path} />}
      <Buttons inForm />
    </p>
  );
}

/** A button for each other language; the first one gets the focus. */
function Buttons({ inForm = false, inMenu = false }) {
  return otherLocales(useLanguage().locale).map((locale, at) => [
    at > 0 && " ",
    <button
      key={locale}
      type="submit"
      className="link-button"
      name={inForm ? "intent" : "locale"}
      value={inForm ? `language-${locale}` : locale}
      lang={LANGUAGES[locale].html}
      id={inMenu || at ? undefined : "language"}
    >
      <Icon name="globe" />
      {LANGUAGES[locale].switchTo}
    </button>,
  ]);
}
