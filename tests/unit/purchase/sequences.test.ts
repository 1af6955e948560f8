import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { readAttempts, type Attempt } from "~server/purchase/attempts";
import { UNKNOWN_BLOCK_MS, type Outcome } from "~server/purchase/outcome";
import { pay } from "~server/purchase/pay";
import { earlierKey, earlierPurchases, REFUSAL_LOOK_AGAIN_MS, resolveUnknown } from "~server/purchase/unknown-outcome";
import type { Fault } from "@storefront/sandbox/start";
import { closeStore } from "~server/store/shared";
import { orderList } from "~server/upstream/orders";
import { CALL_FAULTS, TERMS } from "../../support/buying";
import { putInFront } from "../../support/front";
import { moveClock } from "../../support/move-clock";
import { passWait } from "../../support/pass-wait";
import { PURCHASE } from "../../support/purchase-paths";
import { newQuote, QUOTED } from "../../support/quote";
import { runsOf } from "@storefront/test-support/sample";
import { signedIn } from "../../support/signed-in";
import { useUpstream } from "../../support/upstream";
import { beginAnew } from "../../support/environment";

/** Random sequences of steps of the buyer, the upstream, its order list, the clock and the process. */

const sandbox = await useUpstream();

const PRODUCTS = ["1001", "1002"] as const;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

const FAULTS: readonly (Fault | undefined)[] = [
  ...[undefined, undefined, undefined],
  ...CALL_FAULTS,
  { kind: "html", status: 502 },
  { kind: "malformed" },
  { kind: "answer", body: { msg: "no code" } },
];
/** Only the examples use the last one, since no upstream withdraws an order number. */
const LISTS = [
  ...(["as it is", "reversed", "empty", "without the newest", "late", "numbered late", "no answer"] as const),
  ...(["in another spelling", "the newest without its quantity", "the newest without a number"] as const),
] as const;
/** The lists that show a new order. */
const SHOWN: readonly (typeof LISTS)[number][] = ["as it is", ...LISTS.slice(-3)];

type Step = { list: (typeof LISTS)[number] } | { passMs: number } | { restart: true } | { look: string } | Press;

/** A press on "Pay"; with `knows` the buyer pressed "Buy again" on the page about earlier purchases. */
interface Press {
  product: (typeof PRODUCTS)[number];
  quantity: string;
  knows: boolean;
  fault: Fault | undefined;
}

const product = fc.constantFrom(...PRODUCTS);
const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  { weight: 2, arbitrary: fc.record({ list: fc.constantFrom(...LISTS.slice(0, -1)) }) },
  { weight: 2, arbitrary: fc.record({ passMs: fc.constantFrom(1, 11, 60, 12 * 60).map((n) => n * MINUTE_MS) }) },
  { weight: 1, arbitrary: fc.record({ restart: fc.constant(true as const) }) },
  { weight: 1, arbitrary: fc.record({ look: product }) },
  {
    weight: 8,
    arbitrary: fc.record({
      product,
      quantity: fc.constantFrom("2.5", "2.5", "3"),
      knows: fc.boolean(),
      fault: fc.constantFrom(...FAULTS),
    }),
  },
);

let list: (typeof LISTS)[number] = "as it is";

beforeEach(async () => {
  for (const id of PRODUCTS) await sandbox.setProduct(id, { ...TERMS, maxBuy: "1000", stock: "100000" });
  passWait(REFUSAL_LOOK_AGAIN_MS);
});

async function newBuyer() {
  const { account, token } = await signedIn(sandbox);
  const upstreamContext = { locale: "en_US", token } as const;
  return { email: account.email, id: String(account.id), session: `session of ${account.email}`, upstreamContext };
}

type Buyer = Awaited<ReturnType<typeof newBuyer>>;

/** The numbers of the orders that exist. */
async function realOrders({ upstreamContext }: Buyer): Promise<string[]> {
  const before = list;
  list = "as it is";
  const { orders } = await orderList(upstreamContext);
  list = before;
  return orders.map(({ orderNum }) => orderNum);
}

async function press({ email, id, session, upstreamContext }: Buyer, { quantity, knows, ...what }: Press) {
  const earlier = knows ? await earlierPurchases(upstreamContext, id, what.product) : [];
  const acknowledged = earlierKey(earlier);
  const offer = { productId: what.product, quantity, price: "15.5", paySymbol: "USDT", terms: QUOTED, acknowledged };
  const quote = await newQuote(offer, session);
  const googleCode = await sandbox.code(email, "google");
  if (what.fault) await sandbox.fail(PURCHASE, what.fault, { times: 1 });
  const outcome = await pay({ upstreamContext, quote, googleCode, account: email });
  await sandbox.heal();
  return { outcome, quote, acknowledged };
}

/** Outcomes whose page says that something may have been sent. */
const SENT: readonly Outcome["kind"][] = ["paid", "unknown", "refused", "sessionExpired"];

async function play(steps: readonly Step[]): Promise<void> {
  try {
    await playAll(steps);
  } finally {
    await sandbox.heal();
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
}

async function playAll(steps: readonly Step[]): Promise<void> {
  const buyer = await newBuyer();
  list = "as it is";
  let nowMs = 0;
  let paid = 0;
  /** Purchases without a response, about which the buyer must be told. */
  let open: { product: string; id: string; atMs: number }[] = [];
  /** Charged purchases that were rejected before their order appeared, until the buyer is told about them. */
  let hidden: ((typeof open)[number] & { orderNum?: string | undefined })[] = [];
  /** Each purchase whose order was found. If either of two rejections may have made an order, pages report both. */
  const found = new Map<string, Attempt>();
  const noteFound = async () => {
    const { attempts } = await readAttempts(buyer.id);
    for (const one of attempts) if (one.state === "made") found.set(one.id, one);
  };
  for (const one of steps) {
    if ("list" in one) list = one.list;
    else if ("restart" in one) await closeStore();
    else if ("look" in one) {
      await resolveUnknown(buyer.upstreamContext, buyer.id, one.look).catch(() => undefined);
      await noteFound();
    } else if ("passMs" in one) {
      moveClock(one.passMs);
      nowMs += one.passMs;
      beginAnew();
    } else {
      const [calls, orders] = [await sandbox.calls(PURCHASE), await realOrders(buyer)];
      const { outcome, quote, acknowledged } = await press(buyer, one);
      const sent = (await sandbox.calls(PURCHASE)) - calls;
      const ofPress = (await realOrders(buyer)).filter((number) => !orders.includes(number));
      const made = ofPress.length;
      await noteFound();
      const earlier = open.filter(({ product: of, atMs }) => of === one.product && nowMs - atMs < DAY_MS);
      expect(sent, "sent at most once").toBeLessThanOrEqual(SENT.includes(outcome.kind) ? 1 : 0);
      if (outcome.kind === "paid") expect(made, "paid").toBe(1);
      // If the list lacks the order, the shop cannot know; it finds the order later.
      const isRefused = outcome.kind === "refused" || outcome.kind === "sessionExpired";
      if (isRefused && SHOWN.includes(list)) expect(made, "not charged").toBe(0);
      if (sent > 0 && acknowledged === undefined)
        expect(earlier, "earlier purchases that the buyer did not confirm").toEqual([]);
      const isSeen = SHOWN.includes(list) && list !== "the newest without a number";
      const seen = hidden.filter(({ product: of, atMs }) => isSeen && of === one.product && nowMs - atMs < DAY_MS);
      if (sent > 0 && acknowledged === undefined)
        expect(seen, "charged rejections that the buyer did not confirm").toEqual([]);
      const isBlocking = ({ id, atMs }: (typeof open)[number]) => nowMs - atMs < UNKNOWN_BLOCK_MS && !found.has(id);
      if (sent > 0) expect(earlier.filter(isBlocking), "unknown payments of the last ten minutes").toEqual([]);
      if (isRefused && made > 0) hidden.push({ product: one.product, id: quote.id, atMs: nowMs, orderNum: ofPress[0] });
      // Pages may report its order as that of another purchase of the product.
      const isReported = ({ id, product: of, orderNum }: (typeof hidden)[number]) =>
        found.has(id) || [...found.values()].some((other) => other.productId === of && other.orderNum === orderNum);
      hidden = hidden.filter((other) => !isReported(other));
      if (outcome.kind === "unknown") open.push({ product: one.product, id: quote.id, atMs: nowMs });
      if (outcome.kind === "paid") paid += 1;
      // The shop no longer asks about found purchases that the buyer has acknowledged.
      const isBought = outcome.kind === "paid" || outcome.kind === "unknown";
      if (isBought)
        open = open.filter((other) => other.id === quote.id || other.product !== one.product || !found.has(other.id));
    }
    expect(
      paid + new Set([...found.values()].map(({ orderNum }) => orderNum)).size,
      "orders that pages report",
    ).toBeLessThanOrEqual((await realOrders(buyer)).length);
  }
}

const bought: Press = { product: "1001", quantity: "2.5", knows: false, fault: undefined };
const lost: Press = { ...bought, fault: { kind: "reset" } };
const repeated: Press = { ...bought, fault: { kind: "error", code: "10022", after: "effect" } };
/** Sequences that once failed. */
const EXAMPLES: readonly Step[][] = [
  [bought, { list: "empty" }, lost, { list: "as it is" }, { look: "1001" }],
  [lost, { passMs: 11 * MINUTE_MS }, bought, { ...bought, knows: true }, bought],
  [{ list: "the newest without a number" }, bought, bought, repeated, bought],
  [{ list: "the newest without its quantity" }, { ...lost, quantity: "3" }, { ...repeated, product: "1002" }],
  [
    ...([{ list: "empty" }, repeated, lost, { list: "as it is" }, { passMs: 11 * MINUTE_MS }] as const),
    ...[{ ...bought, knows: true }, bought],
  ],
];

/** How many times the list is read before a late order, or its number, is in it. */
const LATE_BY_READS = 3;

test("in any sequence of steps no payment is sent twice, unrequested, or contrary to what the page says", async () => {
  let reads = 0;
  const madeAt = new Map<unknown, number>();
  await putInFront(sandbox, async (request, own) => {
    if (!request.path.endsWith("/getOrderList")) return undefined;
    if (list === "no answer") return "reset";
    const response = await own();
    if (typeof response === "string") return response;
    const envelope = JSON.parse(String(response.body)) as {
      data: { orderList: { orderNum: string }[]; count: number };
    };
    const { orderList: all } = envelope.data;
    for (const { orderNum } of all) if (!madeAt.has(orderNum)) madeAt.set(orderNum, reads);
    if (list === "as it is") return response;
    reads += 1;
    const isLate = ({ orderNum }: (typeof all)[number]) => reads <= (madeAt.get(orderNum) ?? 0) + LATE_BY_READS;
    const shown = {
      reversed: [...all].reverse(),
      empty: [],
      "without the newest": all.slice(1),
      late: all.filter((row) => !isLate(row)),
      "numbered late": all.map((row) => (isLate(row) ? { ...row, orderNum: null } : row)),
      "in another spelling": all.map((row) => ({ ...row, paySymbol: "usdt1742" })),
      "the newest without its quantity": all.map((row, at) => (at === 0 ? { ...row, tokenAmount: null } : row)),
      "the newest without a number": all.map((row, at) => (at === 0 ? { ...row, orderNum: null } : row)),
    }[list];
    return { body: JSON.stringify({ ...envelope, data: { orderList: shown, count: shown.length } }) };
  });
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), play), {
    numRuns: runsOf(300),
    examples: EXAMPLES.map((steps): [readonly Step[]] => [steps]),
  });
});
