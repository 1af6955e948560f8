import { expect, onTestFinished, test, vi } from "vitest";
import {
  CATALOGUE_IDLE_MS,
  CATALOGUE_RENEW_MS,
  CATALOGUE_RETRY_FIRST_MS,
  CATALOGUE_SHOWN_MS,
  readCatalogue,
} from "~server/catalogue/snapshot";
import { failureMessage } from "~server/loader/reads";
import { UpstreamUnavailable } from "~server/upstream/client";
import { collectDependencies, onPublicChange } from "@storefront/upstream-client/cache-dependencies";
import type { Reply } from "@storefront/test-support/peer";
import { envelope, usePeer } from "../../support/upstream-peer";
import { catalogueEnd } from "../../support/reads-end";

interface Asked {
  page: number;
  pageSize: number;
  type: number;
}

const row = (id: number) => ({ productId: id, title: `P${id}`, productStatus: 1, price: "1", paySymbol: "USDT" });
const rows = (first: number, length: number) => Array.from({ length }, (_, index) => row(first + index));

/** An upstream with this many products; pages from `failFrom` on fail. */
const upstream = { length: 250, failFrom: Infinity };
function listed({ page, pageSize }: Asked): Reply {
  if (page >= upstream.failFrom) return { status: 500, body: "out of order" };
  const before = (page - 1) * pageSize;
  return envelope({
    data: rows(before + 1, Math.max(0, Math.min(pageSize, upstream.length - before))),
    count: upstream.length,
  });
}

const peer = await usePeer(({ body }) => listed(JSON.parse(body) as Asked));
const pagesAsked = () => peer.requests.map(({ body }) => (JSON.parse(body) as Asked).page);

/** Only the clock and its timers are faked, not the network. */
function holdTime(): void {
  Object.assign(upstream, { length: 250, failFrom: Infinity });
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
}

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await catalogueEnd();
}

async function need() {
  const snapshot = readCatalogue("en_US");
  await Promise.all([catalogueEnd(), snapshot.catch(() => undefined)]);
  return snapshot;
}

test("the whole list is read page by page, once for everybody, and later reads make no call", async () => {
  holdTime();
  const [one, other] = await Promise.all([readCatalogue("en_US"), readCatalogue("en_US")]);
  expect(pagesAsked()).toEqual([1, 2, 3]);
  expect(one).toBe(other);
  expect([one.plans.length, one.isWhole, one.byId.get("250")?.title]).toEqual([250, true, "P250"]);
  for (let times = 0; times < 20; times += 1) await need();
  expect(peer.requests).toHaveLength(3);
});

test("the snapshot is renewed each minute while it is in use, and not after", async () => {
  holdTime();
  upstream.length = 2;
  await need();
  upstream.length = 3;
  await pass(CATALOGUE_RENEW_MS);
  expect((await need()).plans.length).toBe(3);
  expect(peer.requests).toHaveLength(2);
  for (let minute = 0; minute * CATALOGUE_RENEW_MS <= CATALOGUE_IDLE_MS; minute += 1) await pass(CATALOGUE_RENEW_MS);
  const { length } = peer.requests;
  await pass(CATALOGUE_RENEW_MS);
  await pass(CATALOGUE_RENEW_MS);
  expect(peer.requests, "no renewal without a reader").toHaveLength(length);
  await need();
  await need();
  expect(peer.requests.length, "renewed for a new reader").toBe(length + 1);
});

test("a partial renewal never replaces the whole list, and retries of a failing upstream pause", async () => {
  holdTime();
  const first = await need();
  Object.assign(upstream, { length: 300, failFrom: 3 });
  await pass(CATALOGUE_RENEW_MS);
  expect(await need()).toBe(first);
  const { length } = peer.requests;
  await need();
  expect(peer.requests).toHaveLength(length);
  upstream.failFrom = Infinity;
  await pass(CATALOGUE_RETRY_FIRST_MS);
  expect((await need()).plans.length).toBe(300);
});

test("a renewal with an empty page in the middle is partial", async () => {
  holdTime();
  const first = await need();
  peer.reply = ({ body }) => {
    const asked = JSON.parse(body) as Asked;
    return asked.page === 2 ? envelope({ data: [], count: upstream.length }) : listed(asked);
  };
  await pass(CATALOGUE_RENEW_MS);
  expect(await need()).toBe(first);
  vi.setSystemTime(Date.now() + CATALOGUE_SHOWN_MS);
  await pass(CATALOGUE_RETRY_FIRST_MS);
  expect(await need(), "a partial snapshot is better than none").toMatchObject({ isWhole: false, count: 250 });
});

test("without a response there is no snapshot, and an old one is shown for 15 minutes only", async () => {
  holdTime();
  upstream.failFrom = 1;
  await expect(need()).rejects.toThrow(UpstreamUnavailable);
  const { length } = peer.requests;
  for (let times = 0; times < 20; times += 1) await expect(need()).rejects.toThrow(UpstreamUnavailable);
  expect(peer.requests, "more readers make no further call").toHaveLength(length);
  upstream.failFrom = Infinity;
  await pass(CATALOGUE_RETRY_FIRST_MS);
  expect(await need()).toBeDefined();
  upstream.failFrom = 1;
  vi.setSystemTime(Date.now() + CATALOGUE_SHOWN_MS + 1);
  await expect(need()).rejects.toThrow(UpstreamUnavailable);
});

test("after a rejection by the upstream no old snapshot is shown", async () => {
  holdTime();
  await need();
  peer.reply = () => ({ status: 200, body: '{"code":777,"msg":"Closed until noon"}' });
  await pass(CATALOGUE_RENEW_MS);
  await expect(need()).rejects.toMatchObject({ name: "UpstreamRejected", upstreamMessage: "Closed until noon" });
  peer.reply = ({ body }) => listed(JSON.parse(body) as Asked);
  await pass(CATALOGUE_RETRY_FIRST_MS);
  expect((await need()).isWhole).toBe(true);
});

test("setting the clock back stops no renewal, and drops snapshots from the future", async () => {
  holdTime();
  const first = await need();
  vi.setSystemTime(Date.now() - 60 * CATALOGUE_RENEW_MS);
  const second = await need();
  expect(second).not.toBe(first);
  expect(second.asOfMs).toBe(Date.now());
  await pass(CATALOGUE_RENEW_MS);
  vi.setSystemTime(Date.now() - 60 * CATALOGUE_RENEW_MS);
  await pass(CATALOGUE_RENEW_MS);
  expect(pagesAsked(), "the timer also renews it").toHaveLength(12);
});

test("a request waits at most a second for the first snapshot", async () => {
  holdTime();
  peer.reply = () => "hang";
  const waiting = expect(readCatalogue("el_GR")).rejects.toThrow(UpstreamUnavailable);
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  await vi.advanceTimersByTimeAsync(20_000);
});

test("while a long list is still being read, the page does not report a silent upstream", async () => {
  holdTime();
  let answer: (reply: Reply) => void = () => undefined;
  const asked = new Promise<void>((noteAsked) => {
    peer.reply = ({ body }) => {
      const wanted = JSON.parse(body) as Asked;
      if (wanted.page === 1) return listed(wanted);
      noteAsked();
      return new Promise((resolve) => (answer = resolve));
    };
  });
  const early = readCatalogue("en_US").catch(failureMessage);
  await asked;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await early).toBe("errors.network");
  answer(envelope({ data: [], count: 100 }));
  await catalogueEnd();
});

test("a product on two pages appears once; reading ends even if the list is endless or its count wrong", async () => {
  holdTime();
  peer.reply = ({ body }) => {
    const { page } = JSON.parse(body) as Asked;
    return envelope({ data: page === 1 ? rows(1, 100) : rows(91, 100), count: 5_000_000 });
  };
  const snapshot = await need();
  expect(snapshot.plans.map(({ productId }) => Number(productId))).toEqual(
    rows(1, 190).map(({ productId }) => productId),
  );
  expect([snapshot.isWhole, snapshot.count]).toEqual([false, 5_000_000]);
  expect(pagesAsked()).toEqual([1, 2, 3]);
});

test("a page made from the snapshot is purged only when its products change", async () => {
  holdTime();
  upstream.failFrom = 2;
  const scope = { waits: false, keys: new Set<string>() };
  await collectDependencies(scope, need).catch(() => undefined);
  const changed: string[] = [];
  onTestFinished(onPublicChange((key) => changed.push(key)));
  upstream.failFrom = Infinity;
  await pass(CATALOGUE_RETRY_FIRST_MS);
  expect(changed, "the first snapshot purges").toEqual([...scope.keys]);
  await pass(CATALOGUE_RENEW_MS);
  expect(changed, "an unchanged snapshot does not").toHaveLength(1);
  upstream.length = 251;
  await pass(CATALOGUE_RENEW_MS);
  expect(changed, "an added product purges").toHaveLength(2);
  peer.reply = () => ({ status: 200, body: '{"code":777,"msg":"Closed until noon"}' });
  await pass(CATALOGUE_RENEW_MS);
  expect(changed, "a rejected renewal purges").toHaveLength(3);
});

test("the two lists are read separately, and a reader may demand a maximum age", async () => {
  holdTime();
  upstream.length = 2;
  await need();
  await Promise.all([readCatalogue("en_US", { type: "miner" }), catalogueEnd()]);
  const types = peer.requests.map(({ body }) => (JSON.parse(body) as Asked).type);
  expect(types).toEqual([1, 2]);
  // Without readers, the renewals of both lists stop.
  for (let minute = 0; minute * CATALOGUE_RENEW_MS <= CATALOGUE_IDLE_MS; minute += 1) await pass(CATALOGUE_RENEW_MS);
  const ageMs = 3 * CATALOGUE_RENEW_MS;
  vi.setSystemTime(Date.now() + ageMs);
  const old = await readCatalogue("en_US");
  expect(Date.now() - old.asOfMs).toBeGreaterThan(ageMs);
  const fresh = await readCatalogue("en_US", { maxAgeMs: ageMs });
  expect(fresh.asOfMs).toBe(Date.now());
});

test("an upstream with shorter pages than requested is still read to the end", async () => {
  holdTime();
  upstream.length = 95;
  peer.reply = ({ body }) => {
    const asked = JSON.parse(body) as Asked;
    return listed({ ...asked, pageSize: Math.min(asked.pageSize, 20) });
  };
  const { plans, isWhole } = await need();
  expect([plans.length, isWhole, pagesAsked()]).toEqual([95, true, [1, 2, 3, 4, 5]]);
});
