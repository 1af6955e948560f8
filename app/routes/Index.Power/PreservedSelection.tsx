import { useHydrated } from "~/components/hydrated";
import { useText } from "~/i18n/text";

/**
 * At the end of the endless list: how far it is shown, so that a button leads back there; and without scripts, where
 * the link for more opens another document, a button that takes the ticks along.
 */
export function PreservedSelection({ page, more }: { page: number; more: boolean }) {
  const t = useText();
  const scripted = useHydrated();
  return (
    <>
      {page > 1 ? <input type="hidden" name="page" value={page} /> : null}
      {more && !scripted ? (
        <button className="link-button" type="submit" name="to" value={page + 1}>
          {t("Market.moreKept")}
        </button>
      ) : null}
    </>
  );
}
