import { invitationLink } from "~server/invitation";
import { privateLoader, unavailableNow } from "~server/loader";
import { qrPng } from "~server/qr";
import { userInfo } from "~server/upstream/user";
import { unlessUnavailable } from "~server/upstream/unavailable";

/**
 * The QR code of the invitation link as a picture to save (behaviour 10.21), of the code that the platform names now.
 * Signed out it leads back to the page that shows it, by way of the sign-in.
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
