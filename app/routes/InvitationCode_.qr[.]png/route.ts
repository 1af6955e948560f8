import type { LoaderFunctionArgs } from "@remix-run/node";
import { invitationLink } from "~server/invitation";
import { qrPng } from "~server/qr";
import { caller } from "~server/session/caller";
import { PRIVATE_HEADERS } from "~server/session/headers";
import { guarded } from "~server/session/session";
import { userInfo } from "~server/upstream/account";
import { unlessUnavailable } from "~server/upstream/unavailable";

/**
 * The QR code of the invitation link as a picture to save (screens, row 21), of the code that the platform names now. Signed out it
 * leads back to the page that shows it, by way of the sign-in.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const page = new Request(new URL("/InvitationCode", request.url), { headers: request.headers });
  return guarded(page, async (session) => {
    const user = await unlessUnavailable(userInfo(caller(request, session)));
    if (!user) return new Response(null, { status: 503, headers: PRIVATE_HEADERS });
    if (user.inviteCode === undefined) return new Response(null, { status: 404, headers: PRIVATE_HEADERS });
    return new Response(new Uint8Array(await qrPng(invitationLink(user.inviteCode))), {
      headers: {
        ...PRIVATE_HEADERS,
        "Content-Type": "image/png",
        "Content-Disposition": 'attachment; filename="invitation.png"',
      },
    });
  });
}
