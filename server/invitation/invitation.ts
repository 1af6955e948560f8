import { linkedValue } from "@storefront/http-server/link-end";
import { env } from "~server/env";
import { trimmed } from "~server/search-words";
import type { UpstreamContext } from "~server/upstream/client";
import { userInfo } from "~server/upstream/user";

/** Returns the code of an invitation link without what a messenger added to it; empty if there is none. */
export const codeOfLink = (query: URLSearchParams): string => trimmed(linkedValue(query.get("inviteCode") ?? ""));

/** Builds the link on PUBLIC_ORIGIN, never on the request's host. */
function invitationLink(inviteCode: string): string {
  return `${env().PUBLIC_ORIGIN}/Register?inviteCode=${encodeURIComponent(inviteCode)}`;
}

export const siteHost = (): string => new URL(env().PUBLIC_ORIGIN).host;

/** Page to return to if a picture requires a sign-in. */
export const INVITATION_PAGE = { page: () => "/InvitationCode" };

/** Returns null if the upstream sent no code. */
export async function invitationOf(upstreamContext: UpstreamContext): Promise<{ code: string; link: string } | null> {
  const { inviteCode: code } = await userInfo(upstreamContext);
  return code === undefined ? null : { code, link: invitationLink(code) };
}

export const QR_SIDES_PX = [300, 900] as const;

export const qrSideOf = (asked: string | null): number | undefined =>
  QR_SIDES_PX.find((side) => String(side) === asked);
