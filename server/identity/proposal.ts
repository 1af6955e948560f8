import { env } from "~server/env";
import {
  enteredBefore,
  ownerOf,
  readIdentityDraft,
  withIdentityDraft,
  type IdentityDraft,
} from "~server/identity/draft";
import { readDraft, withoutDraft, type FlowSession } from "~server/session/flow-session";
import { sign } from "~server/crypto/keys";
import type { Session } from "~server/session/session";
import { absoluteUrl } from "~server/upstream/links";

/** Details from a URL (`?select=`, `?bundle=`). They replace entered details only with the visitor's consent. */
export type Proposal = Omit<IdentityDraft, "photos">;

const TYPED = ["userName", "familyName", "name", "certificateNumber"] as const;

function agrees(entered: Readonly<Record<string, unknown>>, proposal: Proposal): boolean {
  return Object.entries<unknown>(proposal).every(
    ([field, value]) => value === undefined || field === "areaCode" || String(entered[field]) === String(value),
  );
}

/** A link that the visitor typed, or opened from an app, has neither header. */
function isForeignArrival(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const referer = request.headers.get("referer");
  return referer !== null && absoluteUrl(referer)?.origin !== env().PUBLIC_ORIGIN;
}

/** Stores a URL's proposal in the flow as details, or as a proposal that awaits the visitor's decision. */
export function arrivedProposal(
  request: Request,
  flowSession: FlowSession,
  session: Session,
  proposal: Proposal,
): FlowSession {
  const entered = enteredBefore(flowSession, session);
  const known = entered.length > 0 && entered.every((typed) => agrees(typed, proposal));
  const replaces = entered.some((typed) => TYPED.some((field) => typed[field]?.trim()) && !agrees(typed, proposal));
  if (!replaces && (known || !isForeignArrival(request))) return takeProposal(flowSession, session, proposal);
  return { ...flowSession, proposal: { ...proposal, owner: ownerOf(session) } };
}

/** Returns the proposal that awaits a decision; undefined if it belongs to another account. */
export function readProposal({ proposal }: FlowSession, session: Session): Proposal | undefined {
  if (proposal?.owner !== ownerOf(session)) return undefined;
  const { owner: _, ...details } = proposal;
  return details;
}

export function withoutProposal({ proposal: _, ...rest }: FlowSession): FlowSession {
  return rest;
}

/** Replaces the details with a proposal. Photos stay only if the details are the same. */
export function takeProposal(flowSession: FlowSession, session: Session, proposal: Proposal): FlowSession {
  const own = readIdentityDraft(flowSession, session);
  const typed = readDraft(flowSession, "realName", session);
  const rest = typed && !agrees(typed, proposal) ? withoutDraft(flowSession, "realName") : flowSession;
  return withIdentityDraft(withoutProposal(rest), session, {
    ...(own && agrees(own, proposal) ? own : {}),
    ...proposal,
  });
}

/** Identifies a proposal in its form, so that the decision is about the one on screen. */
export function proposalMark(proposal: Proposal): string {
  return sign("form-token", `proposal\n${JSON.stringify(proposal)}`).slice(0, 22);
}
