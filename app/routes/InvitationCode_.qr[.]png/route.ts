import { INVITATION_PAGE, invitationOf, qrSideOf } from "~server/invitation/invitation";
import { privateLoader } from "~server/loader/loader";
import { qrPng } from "~server/qr-code/qr-code";

/**
 * Makes the QR code of the upstream's current code. `?size=` is 300 or 900 pixels; other values are ignored. A sign-in
 * returns to the page that shows the code.
 */
export const loader = privateLoader(async ({ upstreamContext, query }) => {
  const invitation = await invitationOf(upstreamContext);
  if (invitation === null) return new Response(null, { status: 404 });
  const side = qrSideOf(query.get("size"));
  const name = side === undefined ? "invitation.png" : `invitation-${side}.png`;
  return new Response(await qrPng(invitation.link, side), {
    headers: { "Content-Type": "image/png", "Content-Disposition": `attachment; filename="${name}"` },
  });
}, INVITATION_PAGE);
