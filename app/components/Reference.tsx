import { useText } from "~/i18n/text";
import { useDocument } from "./document-facts";

/** What a visitor can quote of a page that says that something failed: the id under which the log has the cause. */
export function Reference() {
  const t = useText();
  const { reference } = useDocument();
  if (reference === undefined) return null;
  return (
    <p className="reference" data-reference={reference}>
      {t("common.reference", { id: reference })}
    </p>
  );
}
