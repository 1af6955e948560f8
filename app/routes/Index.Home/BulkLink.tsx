import { Icon } from "~/components/Icon";
import { useText } from "~/i18n/text";

/** The bulk order service, which leads to the contact form (behaviour 1.11). */
export function BulkLink() {
  const t = useText();
  return (
    <div className="card entries">
      <a className="entry" href="/LeavingMessage?topic=bulk">
        <Icon name="orders" />
        <span className="entry-text">
          <strong>{t("AboutUs.bulk")}</strong>
          <span className="entry-note">{t("AboutUs.bulkText")}</span>
        </span>
        <Icon name="next" />
      </a>
    </div>
  );
}
