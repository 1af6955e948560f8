import { Icon } from "~/components/Icon";
import { useHydrated } from "~/components/hydrated";
import { useText } from "~/i18n/text";

const PRINTER = "M7 9V4h10v5M7 17H4.5v-6.5h15V17H17M7 14h10v6H7v-6Z";

/** Prints the page, where scripts run; elsewhere the browser's own menu does. */
export function PrintButton() {
  const t = useText();
  if (!useHydrated()) return null;
  return (
    <button type="button" className="button button-quiet screen-only" onClick={() => window.print()}>
      <Icon name={PRINTER} className="button-icon" />
      {t("Successpay.print")}
    </button>
  );
}
