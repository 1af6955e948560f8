import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { LosslessNumber } from "lossless-json";
import { expect, test } from "vitest";
import { z } from "zod";
import { ownTexts } from "./own-texts";
import { data, useUpstream } from "./test/upstream";

const upstream = await useUpstream();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const TEXT_LENGTH = 100_000;
const RESPONSES = 100;

test("cached parts of responses keep no other part in memory", async () => {
  upstream.peer.reply = () => data({ title: "x".repeat(TEXT_LENGTH), names: ["y".repeat(TEXT_LENGTH)] });
  const cut = z.string().transform((text) => text.slice(0, 100));
  const schema = z.object({ title: cut, names: z.array(cut) });
  const read = (id: number) =>
    upstream.client.cachedRead({ locale: "en_US" }, { path: "/product", body: { id }, schema });
  await read(0);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let id = 1; id <= RESPONSES; id += 1) await read(id);
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan((RESPONSES * TEXT_LENGTH) / 2);
  expect((await read(1)).value).toEqual({ title: "x".repeat(100), names: ["y".repeat(100)] });
});

test("texts, numbers and all other values are unchanged", () => {
  const value = {
    title: '標題 \ud800 "\\\n long enough',
    short: "a",
    price: new LosslessNumber("1234567890.1234567890"),
    nested: [{ none: null, missing: undefined, isOpen: true, count: 3 }, ["a text that is long"]],
    shared: Object.freeze(["a frozen text that is long"]),
  };
  const before = structuredClone({ ...value, price: value.price.value });
  const { price, ...rest } = ownTexts(value);
  expect({ ...rest, price: price.value }).toStrictEqual(before);
  expect(price).toBeInstanceOf(LosslessNumber);
  expect(ownTexts("a text that is long enough")).toBe("a text that is long enough");
  expect(ownTexts(undefined)).toBeUndefined();
});
