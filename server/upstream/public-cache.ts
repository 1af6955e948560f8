import { LosslessNumber } from "lossless-json";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { PUBLIC_FRESH_MS, PUBLIC_STALE_MS } from "~server/constants";
import { reportFailedCall } from "./failed-call";
import { forgetProductIds } from "./sent-ids";
import { Absent, call, EXCHANGE, Expired, Unavailable, type Call, type Caller } from "./transport";

/** Who makes a public read: a language and time limits, and nobody in particular. */
export type PublicCaller = Pick<Caller, "locale" | "deadlineMs" | "deadlineAtMs">;

/** What is asked for. The path and the body are the key, beside the locale: a path has one schema. */
type PublicCall<S extends z.ZodTypeAny> = Omit<Call<S>, "kind" | "form">;

/** A public answer; `asOf` is set when it is the last good one, served because the platform failed. */
export interface Public<T> {
  value: T;
  asOf?: Date | undefined;
}

interface Kept {
  value: unknown;
  readMs: number;
}

const ENTRIES_MAX = 1_000;
/** Of all entries together, as JSON: their number alone does not bound the memory, since pages differ in size. */
const CHARACTERS_MAX = 16 * 1024 * 1024;

const kept = new LRUCache<string, Kept>({
  max: ENTRIES_MAX,
  maxSize: CHARACTERS_MAX,
  sizeCalculation: ({ value }) => JSON.stringify(value ?? null).length,
});
const underWay = new Map<string, Promise<Kept>>();

/**
 * A read that no visitor's token, security info or account goes with, whatever the caller holds.
 *
 * @throws Refused, Unavailable; never Expired: no session was shown, so none can have expired, and the page that expiry
 *   leads to makes such reads itself
 */
export async function anonymousCall<S extends z.ZodTypeAny>(
  { locale, deadlineMs, deadlineAtMs }: PublicCaller,
  wanted: PublicCall<S>,
): Promise<z.output<S>> {
  const read = { ...wanted, kind: "read" } as const;
  const startedAtMs = performance.now();
  try {
    return await call({ locale, deadlineMs, deadlineAtMs }, read);
  } catch (error) {
    if (!(error instanceof Expired)) throw error;
    throw reportFailedCall(read, new Unavailable("a session asked for where none is needed", true), startedAtMs);
  }
}

/**
 * A public read: coalesced (one call of the platform for any number of visitors at once), cached per call, input and
 * locale; fresh for 30 s, and served for up to 5 min when the renewal fails. What is kept has passed its schema and is
 * frozen, since visitors share it.
 *
 * @param options `fresh`: ask the platform now and serve nothing older; the answer is kept for others
 * @throws Refused, Unavailable when there is no good answer of the last 5 min; Absent, whatever was answered before
 */
export async function publicCall<S extends z.ZodTypeAny>(
  caller: PublicCaller,
  wanted: PublicCall<S>,
  options: { fresh?: boolean | undefined } = {},
): Promise<Public<z.output<S>>> {
  const key = JSON.stringify([caller.locale, wanted.path, wanted.body], asText);
  if (options.fresh) return { value: (await renew(key, caller, wanted)).value as z.output<S> };
  const last = kept.get(key);
  if (last && Date.now() - last.readMs < PUBLIC_FRESH_MS) return { value: last.value as z.output<S> };
  let renewal = underWay.get(key);
  if (!renewal) {
    renewal = renew(key, caller, wanted).finally(() => underWay.delete(key));
    underWay.set(key, renewal);
  }
  try {
    return { value: (await renewal).value as z.output<S> };
  } catch (error) {
    if (error instanceof Absent || !last || Date.now() - last.readMs > PUBLIC_STALE_MS) throw error;
    return { value: last.value as z.output<S>, asOf: new Date(last.readMs) };
  }
}

/** A number of the platform and its text ask for the same. */
function asText(_name: string, value: unknown): unknown {
  return value instanceof LosslessNumber ? value.value : value;
}

async function renew(key: string, caller: PublicCaller, wanted: PublicCall<z.ZodTypeAny>): Promise<Kept> {
  // Others may wait for the same answer, and have more time than who asked first.
  const forAll = { ...caller, deadlineAtMs: undefined };
  const value: unknown = await anonymousCall(forAll, wanted).catch((error: unknown) => {
    // What the platform says does not exist must not be served from here later, when the platform fails.
    if (error instanceof Absent) kept.delete(key);
    throw error;
  });
  freeze(value);
  const entry = { value, readMs: Date.now() };
  kept.set(key, entry);
  return entry;
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}

/**
 * Forgets public answers and what was learnt from them, for tests that change the platform under the cache.
 *
 * @param path a part of the path of the calls whose answers are forgotten; all answers are unless it is given
 */
export function forgetPublicReads(path = ""): void {
  forgetProductIds();
  for (const answers of [kept, underWay]) {
    for (const key of answers.keys()) if (key.includes(path)) answers.delete(key);
  }
}

/**
 * Whether the platform answers, for `/readyz`: one call of public_info, uncached.
 *
 * @returns false instead of throwing
 */
export function probe(): Promise<boolean> {
  const path = `${EXCHANGE}/common/public_info_v5`;
  return anonymousCall({ locale: "el_GR" }, { path, schema: z.unknown() }).then(
    () => true,
    () => false,
  );
}
