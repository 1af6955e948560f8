import { readDetails, type Details } from "~server/identity/details";
import { readDraft, type FlowSession } from "~server/session/flow-session";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";

export type IdentityDraft = Omit<NonNullable<FlowSession["realName"]>, "owner">;

/** The account of a draft, and of a submitted identity: not the session, so that both survive a new sign-in. */
export const ownerOf = (session: Session): string => ownerDigest("real-name", session);

/** Undefined for another account. */
export function readIdentityDraft({ realName }: FlowSession, session: Session): IdentityDraft | undefined {
  if (realName?.owner !== ownerOf(session)) return undefined;
  const { owner: _, ...draft } = realName;
  return draft;
}

/** Drops what a signed-in visitor no longer needs, because the cookie is small. */
export function withIdentityDraft(flowSession: FlowSession, session: Session, draft: IdentityDraft): FlowSession {
  const { login: _login, register: _register, ...rest } = flowSession;
  return { ...rest, realName: { ...draft, owner: ownerOf(session) } };
}

/** Null when the draft is incomplete. */
export function completeDetails(draft: IdentityDraft | undefined): Details | null {
  const details = draft && readDetails(draft, draft);
  return details && !("wrong" in details) ? details : null;
}

export type Typed = Partial<Record<string, string>>;

/** From a form interrupted by the end of a session, and from the steps before the photos. */
export function enteredBefore(flowSession: FlowSession, session: Session): Typed[] {
  const { photos: _, numberTaken: _taken, certificateType, ...own } = readIdentityDraft(flowSession, session) ?? {};
  const filled = { ...own, ...(certificateType ? { certificateType: String(certificateType) } : {}) };
  return [readDraft(flowSession, "realName", session) ?? {}, filled].filter((typed: Typed) => typed.numberCode);
}
