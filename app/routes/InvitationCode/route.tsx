import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { CopyField } from "~/components/CopyField";
import { Facts } from "~/components/Facts";
import type { Handle } from "~/components/handle";
import { QrCode } from "~/components/QrCode";
import { Screen } from "~/components/Screen";
import { Unavailable } from "~/components/Unavailable";
import { useText } from "~/i18n/text";
import { answer, privateLoader } from "~server/loader";
import { qrPath } from "~server/qr";
import { invitationLink } from "~server/invitation";
import { userInfo } from "~server/upstream/user";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { ShareLink } from "./ShareLink";
import "../../styles/qr.css";

export const handle: Handle = { title: "InvitationCode.title", hydrate: true, i18n: ["InvitationCode"] };

/** The visitor's invitation: code, link and its QR code (behaviour 2.42). */
export const loader = privateLoader(async ({ caller }) => {
  const user = await unlessUnavailable(userInfo(caller));
  const read = user !== undefined;
  const invitation = user?.inviteCode === undefined ? undefined : invitationOf(user.inviteCode);
  return answer({ read, invitation }, { complete: read });
});

function invitationOf(inviteCode: string) {
  const link = invitationLink(inviteCode);
  return { inviteCode, link, qr: qrPath(link) };
}

export default function InvitationCode() {
  const t = useText();
  const { read, invitation } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("InvitationCode.title")} back="/UserCenter">
      {invitation ? (
        <Invitation {...invitation} />
      ) : read ? (
        <Missing />
      ) : (
        <Unavailable title={t("InvitationCode.unavailable")} />
      )}
    </Screen>
  );
}

function Invitation({
  inviteCode,
  link,
  qr,
}: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["invitation"]>) {
  const t = useText();
  return (
    <>
      <p className="soft">{t("InvitationCode.lead")}</p>
      <div className="card">
        <CopyField id="invite-code" label={t("InvitationCode.code")} value={inviteCode} />
        <CopyField id="invite-link" label={t("InvitationCode.link")} value={link} />
        <ShareLink link={link} />
      </div>
      <div className="card">
        <QrCode code={qr} label={t("InvitationCode.qr")} />
        <p className="soft small">{t("InvitationCode.qrText")}</p>
        <ButtonLink href="/InvitationCode/qr.png" download="invitation.png">
          {t("InvitationCode.save")}
        </ButtonLink>
      </div>
    </>
  );
}

/** The platform sent no code: it is shown as missing, and no link is built. */
function Missing() {
  const t = useText();
  return (
    <>
      <Facts
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
  );
}
