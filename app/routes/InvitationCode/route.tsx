import { useLoaderData } from "@remix-run/react";
import { QuietLink } from "~/components/layout/ButtonLink";
import { CopyField } from "~/components/form/CopyField";
import { DescriptionList } from "~/components/layout/DescriptionList";
import type { Handle } from "~/components/layout/handle";
import { QrCode } from "~/components/account/QrCode";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { inAppNote } from "~server/downloads/in-app";
import { qrImage } from "~server/qr-code/qr-code";
import { invitationOf, QR_SIDES_PX } from "~server/invitation/invitation";
import { Poster } from "./Poster";
import { ShareLink, TextsToShare } from "./TextsToShare";
import { readResult } from "~server/loader/reads";
import { shareTexts } from "./texts.server";
import "../../styles/qr.css";
import "./invitation.css";

export const handle: Handle = { hydrate: true, i18n: ["InvitationCode"] };

export const loader = privateLoader(async ({ upstreamContext, request, locale }) => {
  const { value: found, failure } = await readResult(invitationOf(upstreamContext));
  const invitation = found
    ? {
        inviteCode: found.code,
        link: found.link,
        qr: await qrImage(found.link),
        texts: await shareTexts(locale, found),
        sides: QR_SIDES_PX,
        inApp: inAppNote(request, locale, "picture"),
      }
    : undefined;
  return pageData({ invitation, failure }, { complete: !failure });
});

export default function InvitationCode() {
  const t = useText();
  const { invitation, failure } = useLoaderData<typeof loader>();
  return (
    <AccountScreen title={t("InvitationCode.title")} back="/UserCenter" wideScreen={invitation !== undefined}>
      {invitation ? (
        <Invitation {...invitation} />
      ) : failure ? (
        <Unavailable title={t("InvitationCode.unavailable")} failure={failure} />
      ) : (
        <>
          <DescriptionList
            className="facts card"
            lines={[
              [t("InvitationCode.code"), undefined],
              [t("InvitationCode.link"), undefined],
            ]}
          />
          <p className="soft">{t("InvitationCode.missingText")}</p>
          <p>
            <a href="/LeavingMessage">{t("common.support")}</a>
          </p>
        </>
      )}
    </AccountScreen>
  );
}

function Invitation({
  inviteCode,
  link,
  qr,
  texts,
  sides,
  inApp,
}: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["invitation"]>) {
  const t = useText();
  return (
    <>
      <p className="soft">{t("InvitationCode.lead")}</p>
      <div className="page-columns stack-4">
        <div className="page-main stack">
          <div className="card">
            <ShareLink link={link} text={texts[0]?.short ?? link} />
            <CopyField id="invite-link" label={t("InvitationCode.link")} value={link} />
            <CopyField id="invite-code" label={t("InvitationCode.code")} value={inviteCode} />
          </div>
        </div>
        <div className="page-side stack card">
          <QrCode src={qr} label={t("InvitationCode.qr")} />
          <p className="soft small">{t("InvitationCode.qrText")}</p>
          {inApp ? <p className="soft small">{inApp}</p> : null}
        </div>
        <div className="page-main stack">
          <details className="card fold stack">
            <summary>{t("InvitationCode.saveQr")}</summary>{" "}
            <QuietLink href="/InvitationCode/qr.png" download="invitation.png">
              {t("InvitationCode.save")}
            </QuietLink>
            <ul>
              {sides.map((side) => (
                <li key={side}>
                  <a
                    className="link-button target"
                    href={`/InvitationCode/qr.png?size=${side}`}
                    download={`invitation-${side}.png`}
                  >
                    {t("InvitationCode.pixels", { side })}
                  </a>{" "}
                </li>
              ))}
            </ul>
          </details>
          <Poster others={texts.slice(1)} inApp={inApp} />
          <TextsToShare texts={texts} />
        </div>
      </div>
    </>
  );
}
