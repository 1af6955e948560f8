import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { REQUEST_TIMEOUT_MS } from "~server/forms/constants";
import { withoutPlace } from "@storefront/resilience/concurrency-limit";
import { registerGauge } from "@storefront/observability/metrics";
import { open, seal } from "~server/crypto/keys";
import { flowCookie, flowLeftBy, isFlowCookie } from "~server/session/flow-session";
import { withMemoryFallback } from "~server/store/shared";
import { takeLease, type Lease } from "@storefront/store/lease";
import type { Store } from "@storefront/store/store";

/** How long a second post of the same form gets the first response. */
export const REPLAY_MS = 5 * 60_000;

const CLAIM_MS = 2 * REQUEST_TIMEOUT_MS;
const OTHER_INSTANCE_MS = REQUEST_TIMEOUT_MS - 5_000;
const LOOK_EVERY_MS = 100;
const BODY_MAX_LENGTH = 16 * 1024;
/** A longer flow cookie is stored without its drafts, because strangers can fill those. */
const FLOW_MAX_LENGTH = 1_024;

const responseSchema = z.object({
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().nullable(),
});
type StoredResponse = z.infer<typeof responseSchema>;

const entrySchema = z.object({ content: z.string(), answer: responseSchema.optional() });

/** `used`: the token was used for other content. `pending`: there is no response yet, or too many posts wait. */
type Outcome = StoredResponse | "used" | "pending";

/** Maximum number of waiting posts of a kind; thousands would take much memory. */
const JOINED_MAX = 1_000;
/** Maximum number of different posts with one token; people change a form once or twice between two presses. */
export const DIFFERENT_MAX = 10;

interface Running {
  content: string;
  outcome: Promise<Outcome>;
}

/** Number of waiting posts by kind. Strangers must not use up the limit of buyers. */
const joined = { ofStrangers: 0, ofSignedIn: 0 };
type Kind = keyof typeof joined;

/** Posts of each token in turn. Each waits for the previous one: waking a thousand at once took a second each time. */
const running = new Map<string, Running[]>();
registerGauge("forms under way", () => running.size);

/**
 * Makes a form idempotent across all instances: posts with the same token and content join the running post, or get the
 * response that was accepted within `REPLAY_MS`. A refused form may be posted again.
 *
 * @param token the token's nonce with its binding
 * @param content a digest of the posted fields
 */
export async function idempotent(
  token: string,
  content: string,
  run: () => Promise<Response>,
): Promise<Response | "used" | "pending"> {
  const key = `replay:${token}`;
  const posts = running.get(key) ?? [];
  const known = posts.find((one) => one.content === content);
  const before = posts.at(-1);
  const kind = token.startsWith("s") ? "ofSignedIn" : "ofStrangers";
  if (before && (joined[kind] >= JOINED_MAX || (!known && posts.length >= DIFFERENT_MAX))) return "pending";
  const mine = known ?? { content, outcome: behind(before, kind, () => firstOutcome(key, content, run)) };
  if (!known) {
    running.set(key, [...posts, mine]);
    const leave = () => {
      const left = running.get(key)?.filter((one) => one !== mine) ?? [];
      if (left.length > 0) running.set(key, left);
      else running.delete(key);
    };
    mine.outcome.then(leave, leave);
  }
  try {
    const outcome = await (known ? join(known, kind) : mine.outcome);
    return typeof outcome === "string" ? outcome : new Response(outcome.body, outcome);
  } catch (error) {
    // Each joined post needs its own body.
    throw error instanceof Response ? error.clone() : error;
  }
}

async function behind(before: Running | undefined, kind: Kind, act: () => Promise<Outcome>): Promise<Outcome> {
  if (before) await join(before, kind).catch(() => undefined);
  return act();
}

/** Gives up its own place while it waits, because the running post has one. */
async function join(one: Running, kind: Kind): Promise<Outcome> {
  joined[kind] += 1;
  try {
    return await withoutPlace(() => one.outcome);
  } finally {
    joined[kind] -= 1;
  }
}

async function firstOutcome(key: string, content: string, run: () => Promise<Response>): Promise<Outcome> {
  const claim = await withMemoryFallback((storage) => claimIn(storage, key, content));
  if ("outcome" in claim) return claim.outcome;
  let accepted: StoredResponse | null = null;
  try {
    const response = await toStoredResponse(await run());
    if (response.status < 400 && (response.body?.length ?? 0) <= BODY_MAX_LENGTH) accepted = response;
    return response;
  } finally {
    // The work is done, so a failing store must not turn the response into an error.
    if (accepted) await remember(claim.storage, key, content, accepted).catch(() => undefined);
    // Deletes the claim, but not a stored response that has replaced it.
    await claim.lease.release();
  }
}

type Claim = { storage: Store; lease: Lease } | { outcome: Outcome };

/** Claims the key, or waits until the instance that claimed it responds or dies. */
async function claimIn(storage: Store, key: string, content: string): Promise<Claim> {
  const deadlineMs = Date.now() + OTHER_INSTANCE_MS;
  const pending = await seal("replay", { content }, CLAIM_MS);
  for (;;) {
    const lease = await takeLease(storage, key, pending);
    if (lease) return { storage, lease };
    const entry = entrySchema.safeParse(await open("replay", (await storage.get(key)) ?? ""));
    if (entry.data?.answer) return { outcome: entry.data.content === content ? entry.data.answer : "used" };
    if (Date.now() > deadlineMs) return { outcome: "pending" };
    await withoutPlace(() => wait(LOOK_EVERY_MS));
  }
}

async function remember(where: Store, key: string, content: string, response: StoredResponse): Promise<void> {
  await where.set(
    key,
    await seal("replay", { content, answer: await withoutLongDrafts(response) }, REPLAY_MS),
    REPLAY_MS,
  );
}

/** Drops long drafts: strangers could fill the store with them, and purchases need the store. */
async function withoutLongDrafts({ headers, ...response }: StoredResponse): Promise<StoredResponse> {
  const shortened = headers.map(async ([name, value]): Promise<[string, string]> => {
    if (name !== "set-cookie" || !isFlowCookie(value) || value.length <= FLOW_MAX_LENGTH) return [name, value];
    const flow = await flowLeftBy(new Response(null, { headers: [[name, value]] }));
    return [name, flow ? await flowCookie({ ...flow, draft: undefined }) : value];
  });
  return { ...response, headers: await Promise.all(shortened) };
}

async function toStoredResponse(response: Response): Promise<StoredResponse> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: response.body ? await response.text() : null,
  };
}
