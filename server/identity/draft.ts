import { readDetails, type Details } from "~server/identity/details";
import { readDraft, type FlowSession } from "~server/session/flow-session";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";

export type IdentityDraft = Omit<NonNullable<FlowSession["realName"]>, "owner">;

/** Owner of a draft and of a submitted identity: the account, not the session, so that both survive a new sign-in. */
export const ownerOf = (session: Session): string => ownerDigest("real-name", session);

export function readIdentityDraft({ realName }: FlowSession, session: Session): IdentityDraft | undefined {
  if (realName?.owner !== ownerOf(session)) return undefined;
  const { owner: _, ...draft } = realName;
  return draft;
}

/** Stores a draft. Drops data that a signed-in visitor no longer needs, because the cookie is small. */
export function withIdentityDraft(flowSession: FlowSession, session: Session, draft: IdentityDraft): FlowSession {
  const { login: _login, register: _register, ...rest } = flowSession;
  return { ...rest, realName: { ...draft, owner: ownerOf(session) } };
}

export function completeDetails(draft: IdentityDraft | undefined): Details | null {
  const details = draft && readDetails(draft, draft);
  return details && !("wrong" in details) ? details : null;
}

export type Typed = Partial<Record<string, string>>;

/** Returns the values of a form interrupted by the end of a session, and those of the steps before the photos. */
export function enteredBefore(flowSession: FlowSession, session: Session): Typed[] {
  const { photos: _, numberTaken: _taken, certificateType, ...own } = readIdentityDraft(flowSession, session) ?? {};
  const filled = { ...own, ...(certificateType ? { certificateType: String(certificateType) } : {}) };
  return [readDraft(flowSession, "realName", session) ?? {}, filled].filter((typed: Typed) => typed.numberCode);
}
