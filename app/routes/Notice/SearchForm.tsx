import { Field } from "~/components/Field";
import { useText } from "~/i18n/text";

/** A GET form, so that what was found has an address. */
export function SearchForm({ keyword, maxLength }: { keyword: string; maxLength: number }) {
  const t = useText();
  return (
    <form method="get" action="/Notice" role="search">
      <Field
        id="notice-q"
        name="q"
        type="search"
        label={t("Notice.search")}
        defaultValue={keyword}
        maxLength={maxLength}
        enterKeyHint="search"
      >
        <button type="submit" className="button button-small">
          {t("Notice.searchButton")}
        </button>
      </Field>
    </form>
  );
}
