import { planOf, type Plan } from "~server/catalogue/plan";
import { WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/products";
import { registerGauge } from "@storefront/observability/gauges";
import type { Locale } from "~server/i18n/locale";
import { describeError, log } from "@storefront/observability/log";
import { newRequestId, withRequestId } from "@storefront/observability/request-id";
import { catalogueSlice } from "~server/upstream/catalogue";
import { UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";

/** The snapshot of the catalogue in one language: products, and characters of them as JSON (behaviour 2.91). */
const CATALOGUE_PLANS_MAX = 10_000;
const CATALOGUE_CHARACTERS_MAX = 8 * 1024 * 1024;
/** It is read again after so long, while somebody has asked for it within the second time. */
export const CATALOGUE_RENEW_MS = 60_000;
export const CATALOGUE_IDLE_MS = 10 * 60_000;
/** It is shown for so long where no newer one can be had. */
export const CATALOGUE_SHOWN_MS = 15 * 60_000;
/** After a failure it is read again when this time is over, after each further one twice as long, up to the longest. */
export const CATALOGUE_RETRY_FIRST_MS = 5_000;
const CATALOGUE_RETRY_LONGEST_MS = 5 * 60_000;
/** How long a visitor waits for it where there is none. */
const CATALOGUE_WAIT_MS = 1_000;

/** The whole list of computing power in one language, as the platform gave it page by page (behaviour 2.91). */
export interface Snapshot {
  /** In the order of the platform, each once. */
  plans: readonly Plan[];
  byId: ReadonlyMap<string, Plan>;
  /** When its first page was asked for, in milliseconds since 1970: nothing in it is older. */
  asOfMs: number;
  /** Products that cannot even be named. */
  omittedCount: number;
  /** How many the platform counts. */
  count: number;
  /** Whether it has all that the platform counts: only then is what it lacks not there. */
  isWhole: boolean;
}

/** What is known of the catalogue in one language. */
interface Keeper {
  snapshot?: Snapshot;
  /** Settles when the renewal that is under way has ended, well or not. */
  renewal?: Promise<void>;
  /** How the platform refused the last one. */
  refusal?: UpstreamRejected | undefined;
  /** Renewals that have failed in a row. */
  failures: number;
  /** Not before this is it read again. */
  dueMs: number;
  neededMs: number;
  timer?: NodeJS.Timeout;
}

const keepers = new Map<Locale, Keeper>();
registerGauge("plans of the catalogue", () =>
  [...keepers.values()].reduce((sum, { snapshot }) => sum + (snapshot?.plans.length ?? 0), 0),
);

/**
 * The catalogue, up to 15 min old. The first who needs it starts its renewals, which go on behind everybody's back, so
 * that no question about it costs the platform a call; only where there is none does a visitor wait, a second.
 *
 * @throws UpstreamRejected, UpstreamUnavailable where there is none yet, or none any more
 */
export async function readCatalogue(locale: Locale): Promise<Snapshot> {
  const keeper: Keeper = keepers.get(locale) ?? { failures: 0, dueMs: 0, neededMs: 0 };
  keepers.set(locale, keeper);
  keeper.neededMs = Date.now();
  if (isAhead(keeper.dueMs)) stopWaiting(keeper);
  if (!isSet(keeper)) begin(locale, keeper);
  if (!shown(keeper) && keeper.renewal) await settled(keeper.renewal, CATALOGUE_WAIT_MS);
  const snapshot = shown(keeper);
  if (!snapshot) throw keeper.refusal ?? new UpstreamUnavailable("no catalogue has been read", false);
  return snapshot;
}

/** The catalogue that is held, up to 15 min old, without asking for a new one. */
export function cachedCatalogue(locale: Locale): Snapshot | undefined {
  const keeper = keepers.get(locale);
  return keeper && shown(keeper);
}

/** Whether a renewal is under way or will begin by itself. */
const isSet = ({ renewal, timer }: Keeper) => renewal !== undefined || timer !== undefined;

function shown({ snapshot }: Keeper): Snapshot | undefined {
  if (!snapshot || isAhead(snapshot.asOfMs)) return undefined;
  return Date.now() - snapshot.asOfMs <= CATALOGUE_SHOWN_MS ? snapshot : undefined;
}

/** Whether a time is farther ahead than any pause is long: the clock was set back. */
const isAhead = (timeMs: number) => timeMs - Date.now() > CATALOGUE_RETRY_LONGEST_MS;

function begin(locale: Locale, keeper: Keeper): void {
  // A platform that failed has its pause, however many ask meanwhile.
  const waitMs = isAhead(keeper.dueMs) ? 0 : keeper.dueMs - Date.now();
  if (waitMs > 0) return wait(locale, keeper, waitMs);
  // It is nobody's request, and outlives the one that it begins in.
  keeper.renewal = withRequestId(newRequestId(), () => renew(locale, keeper)).finally(() => {
    delete keeper.renewal;
    if (keepers.get(locale) === keeper) wait(locale, keeper, keeper.dueMs - Date.now());
  });
}

/** The next renewal, if the catalogue was needed lately; whoever needs it later begins anew. */
function wait(locale: Locale, keeper: Keeper, ms: number): void {
  keeper.timer = setTimeout(
    () => {
      stopWaiting(keeper);
      if (Date.now() - keeper.neededMs <= CATALOGUE_IDLE_MS) begin(locale, keeper);
    },
    Math.max(ms, 0),
  );
  keeper.timer.unref();
}

function stopWaiting(keeper: Keeper): void {
  clearTimeout(keeper.timer);
  delete keeper.timer;
}

async function renew(locale: Locale, keeper: Keeper): Promise<void> {
  try {
    const { isCut, ...snapshot } = await readWhole(locale);
    // A page in between that came without anything is a failure of the platform: what is whole stays for its time.
    if (isCut && shown(keeper)?.isWhole) throw new UpstreamUnavailable("an empty page before the count", true);
    keeper.snapshot = snapshot;
    keeper.refusal = undefined;
    keeper.failures = 0;
    keeper.dueMs = Date.now() + CATALOGUE_RENEW_MS;
  } catch (error) {
    keeper.refusal = error instanceof UpstreamRejected ? error : undefined;
    // The last snapshot is for an outage: what the platform says in words wins over it.
    if (keeper.refusal?.isInWords) delete keeper.snapshot;
    // The call has reported its own failure; anything else is a mistake of ours.
    if (!(error instanceof UpstreamUnavailable || error instanceof UpstreamRejected)) {
      log().error({ error: describeError(error) }, "the catalogue could not be read");
    }
    const pauseMs = CATALOGUE_RETRY_FIRST_MS * 2 ** Math.min(keeper.failures, 20);
    keeper.failures += 1;
    keeper.dueMs = Date.now() + Math.min(pauseMs, CATALOGUE_RETRY_LONGEST_MS);
  }
}

/**
 * Reads all pages, one after the other: each is a turn of the event loop, and one call at a time of the platform.
 *
 * @returns the snapshot, and whether it ends before what the platform counts with a page that brought nothing
 * @throws UpstreamRejected, UpstreamUnavailable when any of them cannot be had: half a catalogue is none
 */
async function readWhole(locale: Locale): Promise<Snapshot & { isCut: boolean }> {
  const asOfMs = Date.now();
  const byId = new Map<string, Plan>();
  let [omittedCount, count, characters, isCut] = [0, 0, 0, false];
  for (let page = 1; page * WHOLE_LIST_PAGE_SIZE <= CATALOGUE_PLANS_MAX; page += 1) {
    const slice = await catalogueSlice({ locale }, { page, pageSize: WHOLE_LIST_PAGE_SIZE });
    const before = byId.size;
    for (const product of slice.products) {
      const made = planOf(product);
      // What moved between two reads is on both pages.
      if (byId.has(product.productId) || characters + made.characters > CATALOGUE_CHARACTERS_MAX) continue;
      characters += made.characters;
      byId.set(product.productId, made.plan);
    }
    omittedCount += slice.omittedCount;
    count = Math.max(count, slice.count);
    // A page that brings nothing new is the last: whatever is counted, or sent again and again, is not asked for.
    isCut = byId.size === before && byId.size < count;
    if (!slice.more || byId.size === before) break;
  }
  const plans = [...byId.values()];
  return { plans, byId, asOfMs, omittedCount, count, isWhole: plans.length >= count, isCut };
}

async function settled(renewal: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([renewal, late]).finally(() => clearTimeout(timer));
}

/** Settles when the renewals that are under way have ended, for tests. */
export async function endOfCatalogue(): Promise<void> {
  await Promise.all([...keepers.values()].flatMap(({ renewal }) => renewal ?? []));
}

/** Forgets the catalogue, for tests that change the platform under it. */
export function forgetCatalogue(): void {
  for (const { timer } of keepers.values()) clearTimeout(timer);
  keepers.clear();
}
