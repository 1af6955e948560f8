import { MenuItem } from "~/components/MenuItem";
import { BELL } from "~/components/page-icons";
import { useText } from "~/i18n/text";

/** The list of notices, and the bulk order service, which leads to the contact form. */
export function Further() {
  const t = useText();
  return (
    <div className="card entries">
      <MenuItem icon={BELL} href="/Notice">
        <strong>{t("Index.notices")}</strong>
      </MenuItem>
      <MenuItem icon="orders" note={t("AboutUs.bulkText")} href="/LeavingMessage?topic=bulk">
        <strong>{t("AboutUs.bulk")}</strong>
      </MenuItem>
    </div>
  );
}
