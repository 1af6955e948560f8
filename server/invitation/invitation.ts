import { env } from "~server/env";
import type { UpstreamContext } from "~server/upstream/client";
import { userInfo } from "~server/upstream/user";

/** The invitation URL (behaviour 2.42), on PUBLIC_ORIGIN, never on a host that a request names. */
function invitationLink(inviteCode: string): string {
  return `${env().PUBLIC_ORIGIN}/Register?inviteCode=${encodeURIComponent(inviteCode)}`;
}

/** The host of the site as people read it. */
export const siteHost = (): string => new URL(env().PUBLIC_ORIGIN).host;

/** The return target of the sign-in for a picture of the invitation. */
export const INVITATION_PAGE = { page: () => "/InvitationCode" };

/**
 * A visitor's invitation, as the upstream sends it now.
 *
 * @returns null when it sent no code
 */
export async function invitationOf(upstreamContext: UpstreamContext): Promise<{ code: string; link: string } | null> {
  const { inviteCode: code } = await userInfo(upstreamContext);
  return code === undefined ? null : { code, link: invitationLink(code) };
}

/** The sizes of the QR code's picture, in pixels: for a message, and for print. */
export const QR_SIDES_PX = [300, 900] as const;

/** The size in a URL; undefined for any other than these. */
export const qrSideOf = (asked: string | null): number | undefined =>
  QR_SIDES_PX.find((side) => String(side) === asked);
