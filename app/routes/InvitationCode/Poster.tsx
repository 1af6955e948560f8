import { Fragment } from "react";
import { QuietLink, TextLink } from "~/components/layout/ButtonLink";
import { LANGUAGES } from "~/i18n/locales";
import { useLanguage, useText } from "~/i18n/text";
import type { ShareTexts } from "./texts.server";

const PATH = "/InvitationCode/poster";

export function Poster({ others }: { others: readonly Pick<ShareTexts, "language" | "name">[] }) {
  const t = useText();
  const { locale } = useLanguage();
  const own = LANGUAGES[locale].html;
  return (
    <details className="card fold">
      <summary>{t("InvitationCode.poster")}</summary>
      <p className="soft small">{t("InvitationCode.posterText")}</p>
      <img
        className="qr"
        src={`${PATH}.svg?lang=${own}`}
        alt={t("InvitationCode.posterAlt")}
        width="240"
        height="320"
        loading="lazy"
      />
      <p>
        <QuietLink href={`${PATH}.png?lang=${own}`} download="invitation-poster.png">
          {t("InvitationCode.posterSave")}
        </QuietLink>
      </p>
      <ul>
        {others.map(({ language, name }) => (
          <Fragment key={language}>
            <li>
              <TextLink href={`${PATH}.png?lang=${language}`} download="invitation-poster.png">
                {t("InvitationCode.otherPoster", { language: name })}
              </TextLink>
            </li>{" "}
          </Fragment>
        ))}
        <li>
          <TextLink href={`${PATH}.svg?lang=${own}`} download="invitation-poster.svg">
            {t("InvitationCode.posterDrawing")}
          </TextLink>
        </li>
      </ul>
    </details>
  );
}
