import { z } from "zod";
import { FLOW_AGE_MS } from "~server/session/constants";
import { clearCookie, cookieValues, sealedName, setCookie } from "~server/session/cookies";
import { open, seal } from "~server/crypto/keys";
import { keepLongDraft, readLongDraft } from "~server/session/long-draft";
import { ownerDigest } from "~server/session/owner";
import { returnToOf } from "~server/session/redirects";

/** The name of the cookie. */
export const flowCookieName = () => sealedName("flow");
/** Encrypted. With the session it must stay well under the 16 kB of headers that the server reads. */
const FLOW_MAX_BYTES = 3_500;

/** As long as the gateway takes a token. */
const text = z.string().max(2_048);

const identity = {
  /** A digest of whose it is: nobody else who signs in on this browser reads it. */
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
  /** The platform refused the number, which another account has handed in. */
  numberTaken: z.boolean().optional(),
  photos: z.object({ firstPhoto: text, secondPhoto: text, thirdPhoto: text }).partial().optional(),
});

const flowSchema = z.object({
  /** Stands for this visitor's flow in form tokens and limits; not a secret of the platform. */
  id: z.string().min(16).max(64),
  /** Sign-in between its two steps. */
  login: z
    .object({
      /** The platform's token; becomes the session when the second step is confirmed. */
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
  /** Binding an authenticator: the key that was shown, to which session, and whether it is said to be noted down. */
  bind: z.object({ key: text, sessionId: text, written: z.boolean().optional() }).optional(),
  /** A digest of whose identity was handed in. */
  realNameSent: z.string().optional(),
  /** An enquiry was sent; milliseconds since 1970. */
  enquiry: z.object({ sentAtMs: z.number() }).optional(),
  /** The coins whose memo the account with this digest has acknowledged before a deposit. */
  depositMemo: z.object({ owner: z.string(), coins: z.array(text) }).optional(),
  /** An identity being handed in: what was typed, and the platform's names of its photos (never the photos). */
  realName: identityDraftSchema.optional(),
  /** Details that an address carried (`?select=`, `?bundle=`), until the visitor says whether they are to be used. */
  proposal: z.object(identity).optional(),
  /** What was typed into forms that were not accepted yet, by form purpose; never a password or a code. */
  draft: z.record(z.record(text)).optional(),
  /** The draft is too long for the cookie and is in the store. */
  draftKept: z.boolean().optional(),
  /** A digest of whose drafts they are, so that nobody else who signs in on this browser reads them. */
  draftOwner: z.string().optional(),
});

/** What a flow of several pages remembers between them (behaviour 3.28). */
export type Flow = Omit<z.infer<typeof flowSchema>, "draftKept">;

/** The flow that the request's cookie holds; null when there is none or it cannot be opened. */
export function storedFlow(request: Request): Promise<Flow | null> {
  return firstFlow(cookieValues(request, flowCookieName()));
}

/** The flow that an answer's cookie keeps; null when it keeps none. */
export function flowLeftBy(response: Response): Promise<Flow | null> {
  const kept = response.headers.getSetCookie().filter(isFlowCookie);
  return firstFlow(kept.map((setCookieValue) => /^[^=]*=([^;]*)/.exec(setCookieValue)?.[1] ?? ""));
}

async function firstFlow(sealed: readonly string[]): Promise<Flow | null> {
  for (const value of sealed) {
    const parsed = flowSchema.safeParse(await open("flow", value));
    if (!parsed.success) continue;
    const { draftKept, ...flow } = parsed.data;
    const draft = draftKept ? await readLongDraft(flow.id) : undefined;
    return draft ? { ...flow, draft } : flow;
  }
  return null;
}

/** What is left out of a flow that is too large for its cookie, in this order. */
const CAN_BE_LOST = ["proposal", "draft", "depositMemo"] as const satisfies readonly (keyof Flow)[];

/**
 * The Set-Cookie value that keeps a flow for 15 minutes from now, encrypted. If the cookie would be too large, its
 * draft goes into the store; if it still is, what can be lost is left out: that is better than losing the step.
 *
 * @throws RangeError when it is too large even so
 */
export async function flowCookie(flow: Flow): Promise<string> {
  const sealed = await seal("flow", flow, FLOW_AGE_MS);
  if (sealed.length <= FLOW_MAX_BYTES) return setCookie(flowCookieName(), sealed, FLOW_AGE_MS);
  const { draft, ...short } = flow;
  if (draft && (await keepLongDraft(flow.id, draft))) return flowCookie({ ...short, draftKept: true } as Flow);
  for (const name of CAN_BE_LOST) {
    if (flow[name] !== undefined) return flowCookie({ ...flow, [name]: undefined });
  }
  throw new RangeError("The flow is too large for its cookie.");
}

/** The Set-Cookie value that ends a flow. */
export function clearFlowCookie(): string {
  return clearCookie(flowCookieName());
}

/** Whether a Set-Cookie value keeps or ends a flow. */
export function isFlowCookie(setCookieValue: string): boolean {
  return setCookieValue.startsWith(`${flowCookieName()}=`);
}

/** A form that was not accepted yet: its purpose, what was typed, and whose session it was. */
export interface Draft {
  purpose: string;
  /** Values by field name, without passwords and codes. */
  values: Record<string, string>;
  account?: string | undefined;
}

/** A flow that remembers a draft (behaviour 10.31) and nothing else that the ended session owned. */
export function withDraft(flow: Flow, draft: Draft): Flow {
  return { ...withTyped(flow, draft), login: undefined, purchase: undefined, bind: undefined };
}

/** A flow that remembers what was typed into a form, in the place of what was typed into it before. */
export function withTyped(flow: Flow, { purpose, values, account }: Draft): Flow {
  const draftOwner = account === undefined ? flow.draftOwner : owner(account);
  const kept = flow.draftOwner === draftOwner ? flow.draft : undefined;
  const draft = Object.keys(values).length > 0 ? { ...kept, [purpose]: values } : kept;
  return { ...flow, draft, draftOwner };
}

/**
 * The page of the form whose session expired, for whose it was (behaviour 10.31).
 *
 * @param account who signs in now
 */
export function returnGoal({ returnTo, draftOwner }: Flow, account: string): string | undefined {
  if (returnTo === undefined || draftOwner !== owner(account)) return undefined;
  return returnToOf(new URLSearchParams({ redirectTo: returnTo }));
}

/** A flow without the draft of a form, which has been accepted since. */
export function withoutDraft(flow: Flow, purpose: string): Flow {
  const { [purpose]: dropped, ...draft } = flow.draft ?? {};
  if (dropped === undefined) return flow;
  return { ...flow, draft: Object.keys(draft).length > 0 ? draft : undefined };
}

/**
 * What was typed into a form before its session ended (behaviour 10.31).
 *
 * @param reader who is signed in now; the draft of another account is not given
 */
export function readDraft(
  flow: Flow,
  purpose: string,
  reader: { account?: string | undefined } | null,
): Record<string, string> | undefined {
  if (flow.draftOwner !== undefined && reader?.account !== undefined && flow.draftOwner !== owner(reader.account)) {
    return undefined;
  }
  return flow.draft?.[purpose];
}

function owner(account: string): string {
  return ownerDigest("draft", { account, id: "" });
}
