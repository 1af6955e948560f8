import { guarded } from "@storefront/resilience/guarded";
import { planOf, type Plan } from "~server/catalogue/plan";
import { WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/products";
import { registerGauge } from "@storefront/observability/gauges";
import { withDeadline } from "@storefront/resilience/deadline";
import type { Locale } from "~server/i18n/locale";
import { describeError, log } from "@storefront/observability/log";
import { newRequestId, withRequestId } from "@storefront/observability/request-id";
import { catalogueSlice } from "~server/upstream/catalogue";
import { UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";

/** The snapshot of the catalogue in one language: products, and characters of them as JSON. */
const CATALOGUE_PLANS_MAX = 10_000;
const CATALOGUE_CHARACTERS_MAX = 8 * 1024 * 1024;
/** How often it is renewed, and after how long without a request renewals stop. */
export const CATALOGUE_RENEW_MS = 60_000;
export const CATALOGUE_IDLE_MS = 10 * 60_000;
/** How long it is shown where no newer one is available. */
export const CATALOGUE_SHOWN_MS = 15 * 60_000;
/** After a failure it is read again when this time is over, after each further one twice as long, up to the longest. */
export const CATALOGUE_RETRY_FIRST_MS = 5_000;
const CATALOGUE_RETRY_LONGEST_MS = 5 * 60_000;
/** How long a visitor waits for the first one. */
const CATALOGUE_WAIT_MS = 1_000;

/** The whole list of power products in one language, read page by page. */
export interface Snapshot {
  /** In the upstream's order, each once. */
  plans: readonly Plan[];
  byId: ReadonlyMap<string, Plan>;
  /** When its first page was requested, in milliseconds since 1970: nothing in it is older. */
  asOfMs: number;
  /** Products that cannot even be named. */
  omittedCount: number;
  /** How many the upstream counts. */
  count: number;
  /** Whether it has all that the upstream counts: only then does a missing product not exist. */
  isWhole: boolean;
}

/** The state of the catalogue in one language. */
interface RenewalState {
  snapshot?: Snapshot;
  /** Settles when the renewal in flight has ended, successfully or not. */
  renewal?: Promise<void>;
  /** The upstream's rejection of the last one. */
  refusal?: UpstreamRejected | undefined;
  /** Renewals that have failed in a row. */
  failures: number;
  /** The time of the next read. */
  dueMs: number;
  neededMs: number;
  timer?: NodeJS.Timeout;
}

const states = new Map<Locale, RenewalState>();
registerGauge("plans of the catalogue", () =>
  [...states.values()].reduce((sum, { snapshot }) => sum + (snapshot?.plans.length ?? 0), 0),
);

/**
 * The catalogue, up to `CATALOGUE_SHOWN_MS` old. The first visitor who needs it starts its renewals, which go on in the
 * background, so that a search makes no call. Only where there is none does a visitor wait, for `CATALOGUE_WAIT_MS` at
 * most.
 *
 * @throws UpstreamRejected, UpstreamUnavailable where there is none yet, or it has expired
 */
export async function readCatalogue(locale: Locale): Promise<Snapshot> {
  const state: RenewalState = states.get(locale) ?? { failures: 0, dueMs: 0, neededMs: 0 };
  states.set(locale, state);
  state.neededMs = Date.now();
  if (isAhead(state.dueMs)) stopWaiting(state);
  if (!isSet(state)) begin(locale, state);
  if (!shown(state) && state.renewal) await withDeadline(state.renewal, CATALOGUE_WAIT_MS, () => undefined);
  const snapshot = shown(state);
  if (!snapshot) throw state.refusal ?? new UpstreamUnavailable("no catalogue has been read", false);
  return snapshot;
}

/** The cached catalogue, up to `CATALOGUE_SHOWN_MS` old, without starting a renewal. */
export function cachedCatalogue(locale: Locale): Snapshot | undefined {
  const state = states.get(locale);
  return state && shown(state);
}

/** Whether a renewal is in flight or scheduled. */
const isSet = ({ renewal, timer }: RenewalState) => renewal !== undefined || timer !== undefined;

function shown({ snapshot }: RenewalState): Snapshot | undefined {
  if (!snapshot || isAhead(snapshot.asOfMs)) return undefined;
  return Date.now() - snapshot.asOfMs <= CATALOGUE_SHOWN_MS ? snapshot : undefined;
}

/** Whether a time is farther ahead than any pause is long: the clock was set back. */
const isAhead = (timeMs: number) => timeMs - Date.now() > CATALOGUE_RETRY_LONGEST_MS;

function begin(locale: Locale, state: RenewalState): void {
  // After a failure the backoff holds, however many requests come meanwhile.
  const waitMs = isAhead(state.dueMs) ? 0 : state.dueMs - Date.now();
  if (waitMs > 0) return wait(locale, state, waitMs);
  // It belongs to no request, and outlives the one that starts it.
  state.renewal = withRequestId(newRequestId(), () => renew(locale, state)).finally(() => {
    delete state.renewal;
    if (states.get(locale) === state) wait(locale, state, state.dueMs - Date.now());
  });
}

/** Schedules the next renewal, if the catalogue was needed lately; a later request starts anew. */
function wait(locale: Locale, state: RenewalState, ms: number): void {
  state.timer = setTimeout(
    guarded(() => {
      stopWaiting(state);
      if (Date.now() - state.neededMs <= CATALOGUE_IDLE_MS) begin(locale, state);
    }),
    Math.max(ms, 0),
  );
  state.timer.unref();
}

function stopWaiting(state: RenewalState): void {
  clearTimeout(state.timer);
  delete state.timer;
}

async function renew(locale: Locale, state: RenewalState): Promise<void> {
  try {
    const { isCut, ...snapshot } = await readWhole(locale);
    // An empty page in between is a failure of the upstream: a whole snapshot stays until it expires.
    if (isCut && shown(state)?.isWhole) throw new UpstreamUnavailable("an empty page before the count", true);
    state.snapshot = snapshot;
    state.refusal = undefined;
    state.failures = 0;
    state.dueMs = Date.now() + CATALOGUE_RENEW_MS;
  } catch (error) {
    state.refusal = error instanceof UpstreamRejected ? error : undefined;
    // The last snapshot is for an outage; a rejection with a message replaces it.
    if (state.refusal?.isInWords) delete state.snapshot;
    // The call has logged its own failure; any other error is a bug.
    if (!(error instanceof UpstreamUnavailable || error instanceof UpstreamRejected)) {
      log().error({ error: describeError(error) }, "the catalogue could not be read");
    }
    const pauseMs = CATALOGUE_RETRY_FIRST_MS * 2 ** Math.min(state.failures, 20);
    state.failures += 1;
    state.dueMs = Date.now() + Math.min(pauseMs, CATALOGUE_RETRY_LONGEST_MS);
  }
}

/**
 * Reads all pages sequentially: each is a turn of the event loop, with one call in flight.
 *
 * @returns the snapshot, and whether an empty page ended it before the upstream's count
 * @throws UpstreamRejected, UpstreamUnavailable when any page fails: half a catalogue is none
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
    // A page without new products is the last, whatever the count, and even if the upstream repeats pages.
    isCut = byId.size === before && byId.size < count;
    if (!slice.more || byId.size === before) break;
  }
  const plans = [...byId.values()];
  return { plans, byId, asOfMs, omittedCount, count, isWhole: plans.length >= count, isCut };
}

/** Settles when the renewals in flight have ended, for tests. */
export async function endOfCatalogue(): Promise<void> {
  await Promise.all([...states.values()].flatMap(({ renewal }) => renewal ?? []));
}

/** Forgets the catalogue, for tests that change the upstream's data. */
export function forgetCatalogue(): void {
  for (const { timer } of states.values()) clearTimeout(timer);
  states.clear();
}
