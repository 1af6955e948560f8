import { INVITATION_PAGE, invitationOf, qrSideOf } from "~server/invitation/invitation";
import { privateLoader } from "~server/loader/loader";
import { qrPng } from "~server/qr-code/qr-code";

/** Makes the QR code of the current code in `?size=` 300 or 900 pixels. A sign-in returns to the page that shows it. */
export const loader = privateLoader(async ({ upstreamContext, query }) => {
  const invitation = await invitationOf(upstreamContext);
  if (invitation === null) return new Response(null, { status: 404 });
  const side = qrSideOf(query.get("size"));
  const name = side === undefined ? "invitation.png" : `invitation-${side}.png`;
  return new Response(await qrPng(invitation.link, side), {
    headers: { "Content-Type": "image/png", "Content-Disposition": `attachment; filename="${name}"` },
  });
}, INVITATION_PAGE);
