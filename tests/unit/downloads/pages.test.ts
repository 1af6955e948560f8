import { expect, test } from "vitest";
import { PAGE_MAX_LENGTH, pagesOfList } from "~server/downloads/pages";

/** A list of one page with rows of these texts. */
const listOf = (...texts: string[]) =>
  pagesOfList({
    read: async () => ({ items: texts, count: texts.length, omittedCount: 0, more: false }),
    nameOf: () => undefined,
  });

test("a page with too much text for dozens of simultaneous downloads is rejected", async () => {
  const half = "x".repeat(PAGE_MAX_LENGTH / 2 - 2);
  expect((await listOf(half, half).next()).value).toHaveLength(2);
  await expect(listOf(half, half, "").next()).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});
