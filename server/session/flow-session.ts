import { randomUUID } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { digest } from "~server/crypto/digest";
import { FLOW_AGE_MS } from "~server/session/headers";
import { clearCookie, cookieValues, sealedName, setCookie } from "~server/session/cookies";
import { open, seal } from "~server/crypto/keys";
import { storeLongDraft, longDraftId, readLongDraft, type Drafts } from "~server/session/long-draft";
import { ownerDigest } from "~server/session/owner";
import { returnToOf } from "~server/session/redirects";

export const flowCookieName = () => sealedName("flow");
/** Flow and session together must stay well below the 24 kB of headers that the server reads. */
const FLOW_MAX_BYTES = 3_500;

/** More than the `draftFields` of all forms together. */
const DRAFTS_MAX_BYTES = 64 * 1024;

/** The limit is the longest token that the gateway accepts. */
const text = z.string().max(2_048);

const identity = {
  /** A digest of the owner, so that another account on this browser cannot read it. */
  owner: z.string(),
  areaCode: text,
  numberCode: text,
  certificateType: z.number().optional(),
  certificateNumber: text.optional(),
  userName: text.optional(),
  familyName: text.optional(),
  name: text.optional(),
};

export const identityDraftSchema = z.object({
  ...identity,
  /** True if the upstream rejected the number because another account has submitted it. */
  numberTaken: z.boolean().optional(),
  photos: z.object({ firstPhoto: text, secondPhoto: text, thirdPhoto: text }).partial().optional(),
});

const draftsSchema = z.record(z.record(text));

const flowSessionSchema = z.object({
  /** Identifies the flow in form tokens and limits. */
  id: z.string().min(16).max(64),
  /** State between the two steps of a sign-in. */
  login: z
    .object({
      /** The token that becomes the session once the second step is confirmed. */
      token: text,
      secondStep: z.enum(["google", "sms", "email"]),
      account: text,
      verificationType: text.optional(),
    })
    .optional(),
  /** Page of the form whose session expired. */
  returnTo: text.optional(),
  /** State between quantity and code; the purchase itself signs the quote. */
  purchase: z.object({ productId: text, quote: text }).optional(),
  /** State between the check of a registration and its e-mail code. */
  register: z.object({ token: text, email: text }).optional(),
  /** State while an authenticator is linked: its key, and whether the visitor confirmed writing it down. */
  bind: z.object({ key: text, sessionId: text, written: z.boolean().optional() }).optional(),
  /** A digest of the owner of the submitted identity. */
  realNameSent: z.string().optional(),
  enquiry: z.object({ sentAtMs: z.number() }).optional(),
  /** Coins whose memo this owner has acknowledged. */
  depositMemo: z.object({ owner: z.string(), coins: z.array(text) }).optional(),
  /** An identity being entered. Of its photos it has only the upstream's names. */
  realName: identityDraftSchema.optional(),
  /** Details from a URL, until the visitor decides whether to use them. */
  proposal: z.object(identity).optional(),
  /** Values typed into forms that were not accepted, by purpose; never a password or a code. */
  draft: draftsSchema.optional(),
  packedDraft: z.string().optional(),
  /** Id of values that are too long for the cookie; the process that wrote the cookie has them in memory. */
  longDraft: z.string().optional(),
  /** A digest, so that another account on this browser cannot read the drafts. */
  draftOwner: z.string().optional(),
});

export type FlowSession = Omit<z.infer<typeof flowSessionSchema>, "packedDraft" | "longDraft">;

/** Returns the flow in the request's cookie; null if it is missing or cannot be opened. */
export function storedFlow(request: Request): Promise<FlowSession | null> {
  return firstFlow(cookieValues(request, flowCookieName()));
}

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
    const long = longDraft === undefined ? undefined : readLongDraft(longDraft);
    for (const [purpose, values] of Object.entries(long ?? {})) draft[purpose] = { ...draft[purpose], ...values };
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

/** Makes an id that names the visitor's network, because the flow's long drafts use that network's budget. */
export function newFlowId(address: string): string {
  return `${digest("flow-network", address)}.${randomUUID()}`;
}

const networkOf = (flowId: string): string => flowId.split(".", 1)[0] ?? "";

/** Dropped in this order from a flow too large for its cookie; an identity only for a sign-in, which is newer. */
const CAN_BE_LOST = [
  "returnTo",
  "proposal",
  "draft",
  "depositMemo",
  "purchase",
  "realName",
] as const satisfies readonly (keyof FlowSession)[];

/**
 * Returns the Set-Cookie value of a flow. If that is too large, compresses the draft, then moves its longest values
 * into this process's memory, then drops `CAN_BE_LOST`. Throws RangeError if the flow is too large even then.
 */
export async function flowCookie(flowSession: FlowSession): Promise<string> {
  const sealed = (await sealedIfFits(flowSession)) ?? (await sealedWithPackedDraft(flowSession));
  if (sealed !== null) return setCookie(flowCookieName(), sealed, FLOW_AGE_MS);
  for (const name of CAN_BE_LOST) {
    if (flowSession[name] === undefined || (name === "realName" && !flowSession.login)) continue;
    return flowCookie({ ...flowSession, [name]: undefined });
  }
  throw new RangeError("The flow is too large for its cookie.");
}

async function sealedIfFits(flow: z.infer<typeof flowSessionSchema>): Promise<string | null> {
  const sealed = await seal("flow", flow, FLOW_AGE_MS);
  return sealed.length <= FLOW_MAX_BYTES ? sealed : null;
}

/** Moves the longest values out of the cookie first, because another instance sees only the others. */
async function sealedWithPackedDraft({ draft = {}, ...steps }: FlowSession): Promise<string | null> {
  const values = Object.entries(draft)
    .flatMap(([purpose, typed]) => Object.entries(typed).map(([name, value]) => ({ purpose, name, value })))
    .sort((one, other) => other.value.length - one.value.length);
  for (let moved = 0; moved <= values.length; moved += 1) {
    const long = draftsOf(values.slice(0, moved));
    const longDraft = moved > 0 ? longDraftId(steps.id, long) : undefined;
    const sealed = await sealedIfFits({ ...steps, packedDraft: packed(draftsOf(values.slice(moved))), longDraft });
    if (sealed === null) continue;
    if (longDraft !== undefined) storeLongDraft(longDraft, networkOf(steps.id), long);
    return sealed;
  }
  return null;
}

function draftsOf(values: readonly { purpose: string; name: string; value: string }[]): Drafts {
  const drafts: Drafts = {};
  for (const { purpose, name, value } of values) drafts[purpose] = { ...drafts[purpose], [name]: value };
  return drafts;
}

export function clearFlowCookie(): string {
  return clearCookie(flowCookieName());
}

/** True if a Set-Cookie value sets or clears a flow. */
export function isFlowCookie(setCookieValue: string): boolean {
  return setCookieValue.startsWith(`${flowCookieName()}=`);
}

export interface Draft {
  purpose: string;
  /** Typed values without passwords and codes. */
  values: Record<string, string>;
  account?: string | undefined;
}

export function withDraft(flowSession: FlowSession, draft: Draft): FlowSession {
  return { ...withTyped(flowSession, draft), login: undefined, bind: undefined };
}

export function withTyped(flowSession: FlowSession, { purpose, values, account }: Draft): FlowSession {
  const draftOwner = account === undefined ? flowSession.draftOwner : owner(account);
  const earlier = flowSession.draftOwner === draftOwner ? flowSession.draft : undefined;
  const draft = Object.keys(values).length > 0 ? { ...earlier, [purpose]: values } : earlier;
  return { ...flowSession, draft, draftOwner };
}

/** Returns the page of the form whose session expired, if its owner signs in now. */
export function returnTarget({ returnTo, draftOwner }: FlowSession, account: string): string | undefined {
  if (returnTo === undefined || draftOwner !== owner(account)) return undefined;
  return returnToOf(new URLSearchParams({ redirectTo: returnTo }));
}

export function withoutDraft(flowSession: FlowSession, purpose: string): FlowSession {
  const { [purpose]: dropped, ...draft } = flowSession.draft ?? {};
  if (dropped === undefined) return flowSession;
  return { ...flowSession, draft: Object.keys(draft).length > 0 ? draft : undefined };
}

/** Returns the values typed into a form before the session ended, unless another account typed them. */
export function readDraft(
  flowSession: FlowSession,
  purpose: string,
  reader: { account?: string | undefined } | null,
): Record<string, string> | undefined {
  const { draftOwner, draft } = flowSession;
  const isOfAnother = draftOwner !== undefined && reader?.account !== undefined && draftOwner !== owner(reader.account);
  return isOfAnother ? undefined : draft?.[purpose];
}

function owner(account: string): string {
  return ownerDigest("draft", { account, id: "" });
}
