import { beforeEach, expect, test } from "vitest";
import { LOCALES } from "../../support/texts";
import { browserAt } from "../../support/documents";
import { pages } from "../../support/pages";
import { envelope, usePeer } from "../../support/upstream-peer";
import { PUBLIC_FRESH_MS } from "~server/upstream/constants";
import { moveClock } from "../../support/move-clock";
import { catalogueEnd, readsEnd } from "../../support/reads-end";
import { beginAnew } from "../../support/environment";

/** An id that the upstream rejects and no list has, while one list is too long for one call (behaviour 13.36). */

interface Asked {
  page: number;
  pageSize: number;
  type: 1 | 2;
}

const row = (id: number) => ({ productId: id, title: `P${id}`, productStatus: 1, price: "1", paySymbol: "USDT" });

type Row = ReturnType<typeof row>;

/** The length of each list, a change of its rows, and the number of rows that are counted but not sent. */
const seed = () => ({ lengths: { 1: 250, 2: 250 }, unsent: 0, patch: (sent: Row, _index: number): unknown => sent });
const upstream = seed();

const peer = await usePeer(({ path, body }) => {
  if (path.endsWith("/project_sku_detail")) return envelope(null, "777", "No such product");
  if (!path.endsWith("/project_sku")) return envelope({});
  const { page, pageSize, type } = JSON.parse(body) as Asked;
  const before = (page - 1) * pageSize;
  const length = Math.max(0, Math.min(pageSize, upstream.lengths[type] - before));
  const data = Array.from({ length }, (_, index) =>
    upstream.patch(row(type * 10_000 + before + index), before + index),
  );
  return envelope({ data, count: upstream.lengths[type] + upstream.unsent });
});

beforeEach(() => {
  beginAnew();
  Object.assign(upstream, seed());
});

async function visit(path: string, locale: (typeof LOCALES)[number]) {
  const { status } = await browserAt(pages, locale).open(path);
  await Promise.all([catalogueEnd(), readsEnd()]);
  return status;
}

const SCREENS = ["PowerProductDetail", "MinerProductDetail"] as const;
const CASES = SCREENS.map((screen, at) => [screen, LOCALES[at] ?? "en_US"] as const);

test.each(CASES)("/%s of an id that no list has is 404, whichever list is long: %s", async (screen, locale) => {
  for (const lengths of [
    { 1: 250, 2: 3 },
    { 1: 3, 2: 250 },
    { 1: 250, 2: 250 },
  ]) {
    beginAnew();
    upstream.lengths = lengths;
    expect(await visit(`/${screen}/99999`, locale), JSON.stringify(lengths)).toBe(404);
  }
});

test.each(CASES)("with both snapshots available /%s makes at most eight calls: %s", async (screen, locale) => {
  await visit(`/${screen}/99999`, locale);
  moveClock(PUBLIC_FRESH_MS + 1_000);
  peer.requests.length = 0;
  expect(await visit(`/${screen}/99998`, locale)).toBe(404);
  expect(peer.requests.length).toBeLessThanOrEqual(8);
});

test.each([
  ["is not a product", () => null],
  ["has no id", (sent: Row) => ({ ...sent, productId: null })],
  ["its page lists twice", (sent: Row) => row(sent.productId - 1)],
])("a row that %s does not make the response 503 forever", async (_, odd) => {
  for (const length of [20, 250]) {
    beginAnew();
    upstream.lengths = { 1: length, 2: length };
    upstream.patch = (sent, index) => (index === Math.min(length - 1, 105) ? odd(sent) : sent);
    expect(await visit("/PowerProductDetail/99999", "en_US"), String(length)).toBe(404);
  }
});

test.each([
  ["that moved from one page to the next", { patch: (sent: Row, at: number) => (at === 105 ? row(10_005) : sent) }],
  ["that the upstream counts but omits", { unsent: 1 }],
])("a product %s may be the requested one, so the response is 503", async (_, change) => {
  Object.assign(upstream, change);
  expect(await visit("/PowerProductDetail/99999", "en_US")).toBe(503);
});
