import { localeOf } from "~/i18n/locales";
import { INVITATION_PAGE, invitationOf, siteHost } from "~server/invitation/invitation";
import { privateLoader } from "~server/loader/loader";
import { posterPng } from "~server/invitation/poster/picture";

/** The poster is shown inline, so that a phone can save it among its pictures. */
export const loader = privateLoader(async ({ upstreamContext, query, locale }) => {
  const invitation = await invitationOf(upstreamContext);
  if (invitation === null) return new Response(null, { status: 404 });
  const png = await posterPng(localeOf(query.get("lang"), locale), { ...invitation, host: siteHost() });
  return new Response(png, {
    headers: { "Content-Type": "image/png", "Content-Disposition": 'inline; filename="invitation-poster.png"' },
  });
}, INVITATION_PAGE);
