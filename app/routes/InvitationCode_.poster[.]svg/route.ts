import { localeOf } from "~/i18n/locales";
import { INVITATION_PAGE, invitationOf, siteHost } from "~server/invitation/invitation";
import { privateLoader } from "~server/loader/loader";
import { palettes } from "~server/content/content";
import { posterSvg, posterWords } from "~server/invitation/poster/drawing";
import { posterColours } from "~server/invitation/poster/layout";
import { qrPath } from "~server/qr-code/qr-code";

export const loader = privateLoader(async ({ upstreamContext, query, locale }) => {
  const invitation = await invitationOf(upstreamContext);
  if (invitation === null) return new Response(null, { status: 404 });
  const { code, link } = invitation;
  const words = posterWords(localeOf(query.get("lang"), locale));
  const drawn = posterSvg(words, { code, qr: qrPath(link), host: siteHost() }, posterColours(palettes().light));
  return new Response(drawn, {
    headers: { "Content-Type": "image/svg+xml", "Content-Disposition": 'inline; filename="invitation-poster.svg"' },
  });
}, INVITATION_PAGE);
