import { useText } from "~/i18n/text";
import type { Whose } from "~server/real-name/details";

/** Whose details go with the photos (behaviour 2.36): the name, and the number half hidden. */
export function WhosePhotos({ whose }: { whose: Whose }) {
  const t = useText();
  return (
    <div className="card entries">
      <a className="entry" href="/RealNameInfo">
        <span className="entry-text whose">
          <span className="entry-note">{t("UploadImage.whose")}</span>
          <strong>{whose.name}</strong>
          <span className="entry-note">{t("UploadImage.whoseNumber", { number: whose.number })}</span>
        </span>
        <span>{t("UploadImage.change")}</span>
      </a>
    </div>
  );
}
