import { guarded } from "@storefront/resilience/guarded";
import { perEnv } from "~server/env";
import { planOf, type Plan } from "~server/catalogue/plan";
import { registerGauge } from "@storefront/observability/metrics";
import { withDeadline } from "@storefront/resilience/deadline";
import { ownTurn, sharedTurn } from "@storefront/resilience/shared-turns";
import type { Locale } from "~server/i18n/locale";
import { describeError, log } from "@storefront/observability/log";
import { newRequestId, withRequestId } from "@storefront/observability/request-id";
import { currentDependencies, notePublicChange } from "@storefront/upstream-client/cache-dependencies";
import { catalogueSlice, type ProductType } from "~server/upstream/catalogue";
import { UpstreamRejected, UnusableResponse, UpstreamUnavailable } from "~server/upstream/client";

export const WHOLE_LIST_PAGE_SIZE = 100;
/** Limits of one list in one language; characters are counted as JSON. */
const CATALOGUE_PLANS_MAX = 10_000;
const CATALOGUE_PAGES_MAX = CATALOGUE_PLANS_MAX / WHOLE_LIST_PAGE_SIZE;
const CATALOGUE_CHARACTERS_MAX = 8 * 1024 * 1024;
/** Renewal interval; renewals stop `CATALOGUE_IDLE_MS` after the last request. */
export const CATALOGUE_RENEW_MS = 60_000;
export const CATALOGUE_IDLE_MS = 10 * 60_000;
/** How long a snapshot is shown while no newer one is available. */
export const CATALOGUE_SHOWN_MS = 15 * 60_000;
export const CATALOGUE_RETRY_FIRST_MS = 5_000;
const CATALOGUE_RETRY_LONGEST_MS = 5 * 60_000;
const CATALOGUE_WAIT_MS = 1_000;

export interface Snapshot {
  /** Plans in the upstream's order, without duplicates. */
  plans: readonly Plan[];
  byId: ReadonlyMap<string, Plan>;
  asOfMs: number;
  /** The number of products without an id. */
  omittedCount: number;
  count: number;
  /** True if all counted rows were read; only then is a missing product certain not to exist. */
  isWhole: boolean;
}

interface RenewalState {
  type: ProductType;
  locale: Locale;
  snapshot?: Snapshot;
  renewal?: Promise<void>;
  failure?: UpstreamRejected | UpstreamUnavailable | undefined;
  /** True if the upstream has responded to the current renewal. */
  isAnswered?: boolean;
  failures: number;
  dueMs: number;
  neededMs: number;
  timer?: NodeJS.Timeout;
}

const states = perEnv(() => new Map<string, RenewalState>());
const keyOf = ({ type, locale }: Pick<RenewalState, "type" | "locale">) => `catalogue ${type} ${locale}`;
registerGauge("plans of the catalogue", () =>
  [...states().values()].reduce((sum, { snapshot }) => sum + (snapshot?.plans.length ?? 0), 0),
);

/**
 * Returns the snapshot of a list. The first request starts renewals in the background, so that a search makes no call.
 *
 * @param options.maxAgeMs waits for a snapshot younger than this
 * @throws UpstreamRejected, UpstreamUnavailable if there is no snapshot yet, or it has expired
 */
export async function readCatalogue(
  locale: Locale,
  {
    type = "power",
    maxAgeMs = CATALOGUE_SHOWN_MS,
    waitMs = CATALOGUE_WAIT_MS,
  }: { type?: ProductType; maxAgeMs?: number; waitMs?: number } = {},
): Promise<Snapshot> {
  const key = keyOf({ type, locale });
  const state: RenewalState = states().get(key) ?? { type, locale, failures: 0, dueMs: 0, neededMs: 0 };
  states().set(key, state);
  state.neededMs = Date.now();
  if (isAhead(state.dueMs)) stopWaiting(state);
  if (!isSet(state)) begin(state);
  const isShown = () => isAtMost(shown(state), maxAgeMs);
  if (!isShown() && state.renewal) await withDeadline(state.renewal, waitMs, () => undefined).then(ownTurn);
  currentDependencies()?.keys.add(key);
  const snapshot = shown(state);
  // An upstream that is still sending a long list counts as responding.
  const NotRead = state.isAnswered ? UnusableResponse : UpstreamUnavailable;
  if (!snapshot) throw state.failure ?? new NotRead("no catalogue has been read", false);
  return snapshot;
}

export function cachedCatalogue(locale: Locale): Snapshot | undefined {
  const state = states().get(keyOf({ type: "power", locale }));
  return state && shown(state);
}

export const isAtMost = (snapshot: Snapshot | undefined, ageMs: number): boolean =>
  snapshot !== undefined && Date.now() - snapshot.asOfMs <= ageMs;

const isSet = ({ renewal, timer }: RenewalState) => renewal !== undefined || timer !== undefined;

function shown({ snapshot }: RenewalState): Snapshot | undefined {
  return snapshot && !isAhead(snapshot.asOfMs) && isAtMost(snapshot, CATALOGUE_SHOWN_MS) ? snapshot : undefined;
}

/** True for a time later than any backoff allows: the clock was set back. */
const isAhead = (timeMs: number) => timeMs - Date.now() > CATALOGUE_RETRY_LONGEST_MS;

function begin(state: RenewalState): void {
  // Requests do not shorten the backoff.
  const waitMs = isAhead(state.dueMs) ? 0 : state.dueMs - Date.now();
  if (waitMs > 0) return wait(state, waitMs);
  // The renewal outlives the request that starts it.
  state.renewal = withRequestId(newRequestId(), () => renew(state)).finally(() => {
    delete state.renewal;
    wait(state, state.dueMs - Date.now());
  });
}

function wait(state: RenewalState, ms: number): void {
  state.timer = setTimeout(
    guarded(() => {
      stopWaiting(state);
      const isCurrent = states().get(keyOf(state)) === state;
      if (isCurrent && Date.now() - state.neededMs <= CATALOGUE_IDLE_MS) begin(state);
    }),
    Math.max(ms, 0),
  );
  state.timer.unref();
}

function stopWaiting(state: RenewalState): void {
  clearTimeout(state.timer);
  delete state.timer;
}

async function renew(state: RenewalState): Promise<void> {
  const before = state.snapshot;
  state.isAnswered = false;
  try {
    const { isCut, ...snapshot } = await readWhole(state);
    // An empty page in between is an upstream failure: keep the complete snapshot.
    if (isCut && shown(state)?.isWhole) throw new UnusableResponse("an empty page before the count", true);
    state.snapshot = snapshot;
    state.failure = undefined;
    state.failures = 0;
    state.dueMs = Date.now() + CATALOGUE_RENEW_MS;
  } catch (error) {
    // The call has logged its own failure.
    const isKnown = error instanceof UpstreamUnavailable || error instanceof UpstreamRejected;
    state.failure = isKnown ? error : undefined;
    // A rejection deletes the snapshot, because old data is shown only during outages.
    if (error instanceof UpstreamRejected && error.isInWords) delete state.snapshot;
    if (!isKnown) log().error({ error: describeError(error) }, "could not read the catalogue");
    const pauseMs = CATALOGUE_RETRY_FIRST_MS * 2 ** Math.min(state.failures, 20);
    state.failures += 1;
    state.dueMs = Date.now() + Math.min(pauseMs, CATALOGUE_RETRY_LONGEST_MS);
  }
  if (idsOf(before) !== idsOf(state.snapshot)) notePublicChange(keyOf(state));
}

const idsOf = (snapshot: Snapshot | undefined) =>
  snapshot && [String(snapshot.isWhole), ...snapshot.byId.keys()].join();

/** Reads all pages in sequence. `isCut`: an empty page ended the list before the upstream's count. */
async function readWhole(state: RenewalState): Promise<Snapshot & { isCut: boolean }> {
  const { type, locale } = state;
  const asOfMs = Date.now();
  const byId = new Map<string, Plan>();
  let [omittedCount, extraRows, count, characters, isCut] = [0, 0, 0, 0, false];
  let pageSize = WHOLE_LIST_PAGE_SIZE;
  for (let page = 1; page <= CATALOGUE_PAGES_MAX; page += 1) {
    const slice = await catalogueSlice({ locale }, { page, pageSize, type });
    state.isAnswered = true;
    const before = byId.size;
    const ids = new Set<string>();
    for (const product of slice.products) {
      // Folding a text takes up to 0.3 ms, and a page may have thousands of products.
      await sharedTurn();
      const made = planOf(product);
      ids.add(product.productId);
      // A product may have moved to a later page meanwhile.
      if (byId.has(product.productId) || characters + made.characters > CATALOGUE_CHARACTERS_MAX) continue;
      characters += made.characters;
      byId.set(product.productId, made.plan);
    }
    // The upstream's count includes repeated rows and rows without an id.
    if (byId.size > before) extraRows += slice.products.length - ids.size + slice.omittedCount;
    omittedCount += slice.omittedCount;
    count = Math.max(count, slice.count);
    // A page without new products is the last one, even if the count says otherwise.
    isCut = byId.size === before && byId.size < count;
    const rows = slice.products.length + slice.omittedCount;
    // If an upstream caps its pages, the first page shows the real page size.
    const isShort = page === 1 && byId.size > 0 && rows < Math.min(pageSize, slice.count);
    if (isShort) pageSize = rows;
    if (!(slice.more || isShort) || byId.size === before) break;
  }
  const plans = [...byId.values()];
  return { plans, byId, asOfMs, omittedCount, count, isWhole: plans.length + extraRows >= count, isCut };
}

export function catalogueRenewals(): Promise<void>[] {
  return [...states().values()].flatMap(({ renewal }) => renewal ?? []);
}
