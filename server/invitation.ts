import { env } from "~server/env";

/** The address that invites to register (behaviour 2.42), on PUBLIC_ORIGIN, never on a host that a request names. */
export function invitationLink(inviteCode: string): string {
  return `${env().PUBLIC_ORIGIN}/Register?inviteCode=${encodeURIComponent(inviteCode)}`;
}
