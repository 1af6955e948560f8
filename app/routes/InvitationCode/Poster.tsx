import { ButtonLink } from "~/components/ButtonLink";
import { htmlLanguage } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";

const PATH = "/InvitationCode/poster";

/** The poster, to look at and to save, in both languages. */
export function Poster() {
  const t = useText();
  const { locale } = useLanguage();
  const own = htmlLanguage(locale);
  const other = htmlLanguage(locale === "en_US" ? "el_GR" : "en_US");
  return (
    <details className="card fold">
      <summary>{t("InvitationCode.poster")}</summary>
      <p className="soft small">{t("InvitationCode.posterText")}</p>
      <img
        className="poster"
        src={`${PATH}.svg?lang=${own}`}
        alt={t("InvitationCode.posterAlt")}
        width="240"
        height="320"
        loading="lazy"
      />
      <p>
        <ButtonLink quiet href={`${PATH}.png?lang=${own}`} download="invitation-poster.png">
          {t("InvitationCode.posterSave")}
        </ButtonLink>
      </p>
      <ul className="saves">
        <li>
          <a className="link-button" href={`${PATH}.png?lang=${other}`} download="invitation-poster.png">
            {t("InvitationCode.otherPoster")}
          </a>
        </li>{" "}
        <li>
          <a className="link-button" href={`${PATH}.svg?lang=${own}`} download="invitation-poster.svg">
            {t("InvitationCode.posterDrawing")}
          </a>
        </li>
      </ul>
    </details>
  );
}
