import { useText } from "~/i18n/text";
import { Field } from "./Field";

export function SearchForm({
  id,
  path,
  label,
  keyword,
  maxLength,
  isCut,
}: Record<"id" | "path" | "label" | "keyword", string> & { maxLength: number; isCut: boolean }) {
  const t = useText();
  return (
    <form method="get" action={path} role="search">
      <Field
        id={id}
        name="q"
        type="search"
        label={label}
        defaultValue={keyword}
        // The server says that it has shortened a pasted text, but browsers do not.
        maxLength={2 * maxLength}
        enterKeyHint="search"
      >
        <button type="submit" className="button button-small">
          {t("Notice.searchButton")}
        </button>
      </Field>
      {isCut ? <p className="note">{t("MarketSearch.cut", { max: maxLength })}</p> : null}
    </form>
  );
}
