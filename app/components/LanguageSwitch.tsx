import { useLanguage, useText } from "~/i18n/text";
import { FormToken } from "./FormToken";
import { Icon } from "./Icon";

/** Posts the other locale and comes back to the same page with 303 (behaviour 1.16). */
export function LanguageSwitch({ token, path }: { token: string; path: string }) {
  const t = useText();
  const { locale } = useLanguage();
  const other = locale === "en_US" ? "el_GR" : "en_US";
  return (
    <form method="post" action="/Language">
      <FormToken value={token} />
      <input type="hidden" name="redirectTo" value={path} />
      <button
        type="submit"
        className="link-button"
        name="locale"
        value={other}
        lang={other === "en_US" ? "en" : "zh-Hant"}
      >
        <Icon name="globe" />
        {t("common.switchLanguage")}
      </button>
    </form>
  );
}
