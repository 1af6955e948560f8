import { Icon } from "~/components/Icon";
import { useScripted } from "~/components/scripted";
import { useText } from "~/i18n/text";

/** Prints the page, where scripts run; elsewhere the browser's own menu does. */
export function PrintButton() {
  const t = useText();
  if (!useScripted()) return null;
  return (
    <button type="button" className="button button-quiet screen-only" onClick={() => window.print()}>
      <Icon name="print" className="button-icon" />
      {t("Successpay.print")}
    </button>
  );
}
