import { ButtonLink } from "~/components/layout/ButtonLink";
import { Field } from "~/components/form/Field";
import { FormField } from "~/components/form/FormField";
import { useText } from "~/i18n/text";
import type { Selection, Sort } from "~server/orders/selection";

const SORTS: readonly Sort[] = ["newest", "oldest", "amount"];

/** A part of the number, and the sort order: a GET form, so that the results have an address. */
export function SearchForm({ q, status, sort }: Selection) {
  const t = useText();
  return (
    <form method="get" action="/MyOrder" role="search" className="card form">
      {status ? <input type="hidden" name="status" value={status} /> : null}
      <Field
        id="orders-q"
        name="q"
        type="search"
        label={t("MyOrder.search")}
        defaultValue={q}
        autoComplete="off"
        enterKeyHint="search"
      />
      <FormField id="orders-sort" label={t("MyOrder.sort")}>
        <select id="orders-sort" name="sort" defaultValue={sort ?? "newest"}>
          {SORTS.map((one) => (
            <option key={one} value={one}>
              {t(`MyOrder.${one}`)}
            </option>
          ))}
        </select>
      </FormField>
      <div className="button-row">
        <ButtonLink quiet href="/MyOrder">
          {t("MyOrder.reset")}
        </ButtonLink>
        <button type="submit" className="button">
          {t("MyOrder.apply")}
        </button>
      </div>
    </form>
  );
}
