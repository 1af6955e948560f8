import { MenuItem } from "~/components/MenuItem";
import { useText } from "~/i18n/text";
import type { Whose } from "~server/identity/details";

/** Whose details belong to the photos: the name, and the masked number. */
export function WhosePhotos({ whose }: { whose: Whose }) {
  const t = useText();
  return (
    <div className="card entries">
      <MenuItem
        href="/RealNameInfo"
        note={t("UploadImage.whoseNumber", { number: whose.number })}
        end={<span className="entry-action">{t("UploadImage.change")}</span>}
      >
        <span className="entry-note">{t("UploadImage.whose")}</span> <strong>{whose.name}</strong>
      </MenuItem>
    </div>
  );
}
