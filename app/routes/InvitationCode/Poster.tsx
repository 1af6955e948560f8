import { Fragment } from "react";
import { QuietLink, TextLink } from "~/components/layout/ButtonLink";
import { LANGUAGES } from "~/i18n/locales";
import { useLanguage, useText } from "~/i18n/text";
import type { ShareTexts } from "./texts.server";

const PATH = "/InvitationCode/poster";

/** The preview is a PNG, because people press and hold it, and messengers open no SVG. */
export function Poster({
  others,
  inApp,
}: {
  others: readonly Pick<ShareTexts, "language" | "name">[];
  inApp: string | undefined;
}) {
  const t = useText();
  const { locale } = useLanguage();
  const own = LANGUAGES[locale].html;
  return (
    <details className="card fold stack">
      <summary>{t("InvitationCode.poster")}</summary>
      <p className="soft small">{t("InvitationCode.posterText")}</p>
      <img
        className="poster"
        src={`${PATH}.png?lang=${own}`}
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
      {inApp ? <p className="soft small">{inApp}</p> : null}
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
