import { invitationLink } from "~server/invitation";
import { privateLoader, unavailableNow } from "~server/loader";
import { qrPng } from "~server/qr";
import { userInfo } from "~server/upstream/user";
import { unlessUnavailable } from "~server/upstream/unavailable";

/**
 * The QR code of the invitation link as a picture to save (behaviour 10.21), for the code that the platform sends now.
 * A signed-out visitor is sent to sign in, and from there to the page that shows the code.
 */
export const loader = privateLoader(
  async ({ caller }) => {
    const user = await unlessUnavailable(userInfo(caller));
    if (!user) return unavailableNow();
    if (user.inviteCode === undefined) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(await qrPng(invitationLink(user.inviteCode))), {
      headers: { "Content-Type": "image/png", "Content-Disposition": 'attachment; filename="invitation.png"' },
    });
  },
  { page: () => "/InvitationCode" },
);
