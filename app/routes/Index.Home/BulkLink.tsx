import { Entry } from "~/components/Entry";
import { useText } from "~/i18n/text";

/** The bulk order service, which leads to the contact form (behaviour 1.11). */
export function BulkLink() {
  const t = useText();
  return (
    <div className="card entries">
      <Entry icon="orders" note={t("AboutUs.bulkText")} href="/LeavingMessage?topic=bulk">
        <strong>{t("AboutUs.bulk")}</strong>
      </Entry>
    </div>
  );
}
