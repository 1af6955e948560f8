import { useText } from "~/i18n/text";
import { useDocument } from "./document-facts";

/** The id under which the log has the cause of a failure, for the visitor to quote. */
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
