import { useLanguage, useText } from "~/i18n/text";
import { FormToken } from "./FormToken";
import { Icon } from "./Icon";

/**
 * Posts the other locale and comes back to the same page with 303, to this control, which then has the focus.
 *
 * @param props.inMenu it returns to the button of the menu, in which it cannot be seen
 */
export function LanguageSwitch({ token, path, inMenu = false }: { token: string; path: string; inMenu?: boolean }) {
  const other = useOther();
  const id = inMenu ? undefined : "language";
  return (
    <form method="post" action="/Language">
      <FormToken value={token} />
      <input type="hidden" name="redirectTo" value={`${path}#${id ?? "menu"}`} />
      <button type="submit" className="link-button" name="locale" value={other} lang={tagOf(other)} id={id}>
        <Label />
      </button>
    </form>
  );
}

/**
 * The language button of a long form, in place of the switch in the page's foot. It is a submit button of that form, so
 * that the input is preserved without scripts too. It stands after the form's own button, which Enter presses.
 *
 * @param props.path where to come back to, if not to the address that the form posts to
 */
export function LanguageButton({ path }: { path?: string | undefined }) {
  const other = useOther();
  return (
    <p>
      <input type="hidden" name="locale" value={other} />
      {path === undefined ? null : <input type="hidden" name="redirectTo" value={path} />}
      <button type="submit" className="link-button" name="intent" value="language" lang={tagOf(other)} id="language">
        <Label />
      </button>
    </p>
  );
}

function Label() {
  const t = useText();
  return (
    <>
      <Icon name="globe" />
      {t("common.switchLanguage")}
    </>
  );
}

const useOther = () => (useLanguage().locale === "en_US" ? "el_GR" : "en_US");
const tagOf = (locale: "el_GR" | "en_US") => (locale === "en_US" ? "en" : "zh-Hant");
