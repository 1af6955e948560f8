import { randomUUID } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { digest } from "~server/crypto/digest";
import { FLOW_AGE_MS } from "~server/session/headers";
import { clearCookie, cookieValues, sealedName, setCookie } from "~server/session/cookies";
import { open, seal } from "~server/crypto/keys";
import { keepLongDraft, longDraftId, readLongDraft, type Drafts } from "~server/session/long-draft";
import { ownerDigest } from "~server/session/owner";
import { returnToOf } from "~server/session/redirects";

/** The name of the cookie. */
export const flowCookieName = () => sealedName("flow");
/** Encrypted. With the session it must stay well under the 24 kB of headers that the server reads. */
const FLOW_MAX_BYTES = 3_500;

/** More than all that `draftFields` of all forms allow. */
const DRAFTS_MAX_BYTES = 64 * 1024;

/** The longest token that the gateway accepts. */
const text = z.string().max(2_048);

const identity = {
  /** A digest of the owner, so that nobody else who signs in on this browser reads it. */
  owner: z.string(),
  areaCode: text,
  numberCode: text,
  certificateType: z.number().optional(),
  certificateNumber: text.optional(),
  userName: text.optional(),
  familyName: text.optional(),
  name: text.optional(),
};

/** An identity being handed in, as far as it is known. */
export const identityDraftSchema = z.object({
  ...identity,
  /** The upstream rejected the number because another account has submitted it. */
  numberTaken: z.boolean().optional(),
  photos: z.object({ firstPhoto: text, secondPhoto: text, thirdPhoto: text }).partial().optional(),
});

const draftsSchema = z.record(z.record(text));

const flowSessionSchema = z.object({
  /** Identifies this visitor's flow in form tokens and limits (`newFlowId`); not a secret of the upstream. */
  id: z.string().min(16).max(64),
  /** Sign-in between its two steps. */
  login: z
    .object({
      /** The upstream's token; becomes the session when the second step is confirmed. */
      token: text,
      secondStep: z.enum(["google", "sms", "email"]),
      account: text,
      verificationType: text.optional(),
    })
    .optional(),
  /** The page of the form whose session expired, for the next sign-in (behaviour 10.31). */
  returnTo: text.optional(),
  /** A purchase between quantity and code; the quote is signed by the purchase itself. */
  purchase: z.object({ productId: text, quote: text }).optional(),
  /** Registration between its check and the e-mail code. */
  register: z.object({ token: text, email: text }).optional(),
  /**
   * Binding an authenticator: the key that was shown, to which session, and whether the visitor confirmed writing it
   * down.
   */
  bind: z.object({ key: text, sessionId: text, written: z.boolean().optional() }).optional(),
  /** A digest of the owner of the submitted identity. */
  realNameSent: z.string().optional(),
  /** An enquiry was sent; milliseconds since 1970. */
  enquiry: z.object({ sentAtMs: z.number() }).optional(),
  /** The coins whose memo the account with this digest has acknowledged before a deposit. */
  depositMemo: z.object({ owner: z.string(), coins: z.array(text) }).optional(),
  /** An identity being submitted: the typed details, and the upstream's names of its photos (never the photos). */
  realName: identityDraftSchema.optional(),
  /** Details from a URL (`?select=`, `?bundle=`), until the visitor decides whether to use them. */
  proposal: z.object(identity).optional(),
  /** The values typed into forms that were not accepted yet, by form purpose; never a password or a code. */
  draft: draftsSchema.optional(),
  /** In place of `draft`, where that is too long: compressed. */
  packedDraft: z.string().optional(),
  /** Names the draft's values that do not fit even so, in the memory of the process that sealed this. */
  longDraft: z.string().optional(),
  /** A digest of the drafts' owner, so that nobody else who signs in on this browser reads them. */
  draftOwner: z.string().optional(),
});

/** What a flow of several pages shares between them. */
export type FlowSession = Omit<z.infer<typeof flowSessionSchema>, "packedDraft" | "longDraft">;

/** The flow that the request's cookie holds; null when there is none or it cannot be opened. */
export function storedFlow(request: Request): Promise<FlowSession | null> {
  return firstFlow(cookieValues(request, flowCookieName()));
}

/** The flow in a response's cookies; null when there is none. */
export function flowLeftBy(response: Response): Promise<FlowSession | null> {
  const set = response.headers.getSetCookie().filter(isFlowCookie);
  return firstFlow(set.map((setCookieValue) => /^[^=]*=([^;]*)/.exec(setCookieValue)?.[1] ?? ""));
}

async function firstFlow(sealed: readonly string[]): Promise<FlowSession | null> {
  for (const value of sealed) {
    const parsed = flowSessionSchema.safeParse(await open("flow", value));
    if (!parsed.success) continue;
    const { packedDraft, longDraft, ...flowSession } = parsed.data;
    if (packedDraft === undefined) return flowSession;
    const draft = unpacked(packedDraft);
    const kept = longDraft === undefined ? undefined : readLongDraft(longDraft);
    for (const [purpose, values] of Object.entries(kept ?? {})) draft[purpose] = { ...draft[purpose], ...values };
    return Object.keys(draft).length > 0 ? { ...flowSession, draft } : flowSession;
  }
  return null;
}

function packed(draft: Drafts): string {
  return deflateRawSync(JSON.stringify(draft)).toString("base64url");
}

function unpacked(text: string): Drafts {
  const json = inflateRawSync(Buffer.from(text, "base64url"), { maxOutputLength: DRAFTS_MAX_BYTES });
  return draftsSchema.parse(JSON.parse(json.toString("utf8")));
}

/** The id of a new flow. It names the visitor's network, whose budget the flow's long drafts use. */
export function newFlowId(address: string): string {
  return `${digest("flow-network", address)}.${randomUUID()}`;
}

/** The network in an id; flows of earlier versions, which last a quarter of an hour, are counted as one. */
const networkOf = (flowId: string): string => (flowId.includes(".") ? (flowId.split(".", 1)[0] ?? "") : "");

/** What is dropped from a flow that is too large for its cookie, in this order. */
const CAN_BE_LOST = ["proposal", "draft", "depositMemo"] as const satisfies readonly (keyof FlowSession)[];

/**
 * The Set-Cookie value that stores a flow for 15 minutes from now, encrypted. If the cookie would be too large, its
 * draft is compressed, and the draft's longest values go into this process's memory. If it still is, `CAN_BE_LOST` is
 * dropped: that is better than losing the step.
 *
 * @throws RangeError when it is too large even so
 */
export async function flowCookie(flowSession: FlowSession): Promise<string> {
  const sealed = (await sealedIfFits(flowSession)) ?? (await sealedWithPackedDraft(flowSession));
  if (sealed !== null) return setCookie(flowCookieName(), sealed, FLOW_AGE_MS);
  for (const name of CAN_BE_LOST) {
    if (flowSession[name] !== undefined) return flowCookie({ ...flowSession, [name]: undefined });
  }
  throw new RangeError("The flow is too large for its cookie.");
}

async function sealedIfFits(flow: z.infer<typeof flowSessionSchema>): Promise<string | null> {
  const sealed = await seal("flow", flow, FLOW_AGE_MS);
  return sealed.length <= FLOW_MAX_BYTES ? sealed : null;
}

/** The longest values leave the cookie, one by one, until the others fit: another instance has only these. */
async function sealedWithPackedDraft({ draft = {}, ...steps }: FlowSession): Promise<string | null> {
  const values = Object.entries(draft)
    .flatMap(([purpose, typed]) => Object.entries(typed).map(([name, value]) => ({ purpose, name, value })))
    .sort((one, other) => other.value.length - one.value.length);
  for (let moved = 0; moved <= values.length; moved += 1) {
    const long = draftsOf(values.slice(0, moved));
    const longDraft = moved > 0 ? longDraftId(steps.id, long) : undefined;
    const sealed = await sealedIfFits({ ...steps, packedDraft: packed(draftsOf(values.slice(moved))), longDraft });
    if (sealed === null) continue;
    if (longDraft !== undefined) keepLongDraft(longDraft, networkOf(steps.id), long);
    return sealed;
  }
  return null;
}

function draftsOf(values: readonly { purpose: string; name: string; value: string }[]): Drafts {
  const drafts: Drafts = {};
  for (const { purpose, name, value } of values) drafts[purpose] = { ...drafts[purpose], [name]: value };
  return drafts;
}

/** The Set-Cookie value that clears a flow. */
export function clearFlowCookie(): string {
  return clearCookie(flowCookieName());
}

/** Whether a Set-Cookie value sets or clears a flow. */
export function isFlowCookie(setCookieValue: string): boolean {
  return setCookieValue.startsWith(`${flowCookieName()}=`);
}

/** A form that was not accepted yet: its purpose, the typed values, and the session's owner. */
export interface Draft {
  purpose: string;
  /** Values by field name, without passwords and codes. */
  values: Record<string, string>;
  account?: string | undefined;
}

/** A flow with a draft (behaviour 10.31) and nothing else of the ended session. */
export function withDraft(flowSession: FlowSession, draft: Draft): FlowSession {
  return { ...withTyped(flowSession, draft), login: undefined, purchase: undefined, bind: undefined };
}

/** A flow with the values typed into a form, which replace earlier ones of that form. */
export function withTyped(flowSession: FlowSession, { purpose, values, account }: Draft): FlowSession {
  const draftOwner = account === undefined ? flowSession.draftOwner : owner(account);
  const earlier = flowSession.draftOwner === draftOwner ? flowSession.draft : undefined;
  const draft = Object.keys(values).length > 0 ? { ...earlier, [purpose]: values } : earlier;
  return { ...flowSession, draft, draftOwner };
}

/**
 * The page of the form whose session expired, for its owner alone (behaviour 10.31).
 *
 * @param account the account that signs in now
 */
export function returnTarget({ returnTo, draftOwner }: FlowSession, account: string): string | undefined {
  if (returnTo === undefined || draftOwner !== owner(account)) return undefined;
  return returnToOf(new URLSearchParams({ redirectTo: returnTo }));
}

/** A flow without the draft of a form, which has been accepted since. */
export function withoutDraft(flowSession: FlowSession, purpose: string): FlowSession {
  const { [purpose]: dropped, ...draft } = flowSession.draft ?? {};
  if (dropped === undefined) return flowSession;
  return { ...flowSession, draft: Object.keys(draft).length > 0 ? draft : undefined };
}

/**
 * The values typed into a form before its session ended (behaviour 10.31).
 *
 * @param reader the signed-in visitor; the draft of another account is not returned
 */
export function readDraft(
  flowSession: FlowSession,
  purpose: string,
  reader: { account?: string | undefined } | null,
): Record<string, string> | undefined {
  if (
    flowSession.draftOwner !== undefined &&
    reader?.account !== undefined &&
    flowSession.draftOwner !== owner(reader.account)
  ) {
    return undefined;
  }
  return flowSession.draft?.[purpose];
}

function owner(account: string): string {
  return ownerDigest("draft", { account, id: "" });
}
