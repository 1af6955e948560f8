import { expect, test } from "vitest";
import { PAGE_MAX_LENGTH, pagesOfList } from "~server/downloads/pages";

/** A list of one page with rows of these texts. */
const listOf = (...texts: string[]) =>
  pagesOfList({
    read: async () => ({ items: texts, count: texts.length, omittedCount: 0, more: false }),
    nameOf: () => undefined,
  });

test("more rows than honest pages have are rejected", async () => {
  const pageOf = (page: number) => Array.from({ length: 2_000 }, (_, at) => `${page * 2_000 + at}`);
  const list = pagesOfList({
    read: async (page) => ({ items: pageOf(page), count: 1_000_000, omittedCount: 0, more: true }),
    nameOf: (row) => row,
  });
  let rows = 0;
  const readAll = async () => {
    for await (const page of list) rows += page.length;
  };
  await expect(readAll()).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect(rows).toBe(10_000);
});

test("a page with too much text for dozens of simultaneous downloads is rejected", async () => {
  const half = "x".repeat(PAGE_MAX_LENGTH / 2 - 2);
  expect((await listOf(half, half).next()).value).toHaveLength(2);
  await expect(listOf(half, half, "").next()).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});

test("a page is handled in a later turn of the event loop than it was read in", async () => {
  let turn = 0;
  const turns: number[] = [];
  const list = pagesOfList({
    read: async () => {
      turns.push(turn);
      setImmediate(() => (turn += 1));
      return { items: ["row"], count: 1, omittedCount: 0, more: false };
    },
    nameOf: () => void turns.push(turn),
  });
  await list.next();
  expect(turns).toEqual([0, 1]);
});
