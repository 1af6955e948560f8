import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { LosslessNumber, parse } from "lossless-json";
import { expect, test, vi } from "vitest";
import {
  BROKEN,
  JSON_INNER_MAX_PARTS,
  JSON_MAX_DEPTH,
  JSON_MAX_PARTS,
  JSON_OBJECT_MAX_KEYS,
  JSON_NUMBER_MAX_LENGTH,
  JSON_TWICE_MAX_LENGTH,
  readInnerJson,
  readJson,
} from "./json";

/** Counts levels recursively. */
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const anyText = fc.oneof(fc.string(), fc.stringMatching(/^[[\]{}:"\\0-9-]{0,12}$/));

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 8, withCrossShrink: true },
    fc.oneof(anyText, fc.integer(), fc.constant(null)),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(anyText, tie("tree"), { maxKeys: 3 }),
  ),
}));

test("the depth of JSON ignores brackets inside strings", () => {
  fc.assert(
    fc.property(tree, fc.integer({ min: JSON_MAX_DEPTH - 10, max: JSON_MAX_DEPTH }), (value, around) => {
      const text = "[".repeat(around) + JSON.stringify(value) + "]".repeat(around);
      expect(readJson(text) !== undefined).toBe(around + depthOf(value) <= JSON_MAX_DEPTH);
    }),
  );
});

/** Numbers as programs write them. A double would lose digits of some. */
const NUMBERS = [
  ...["0", "-0", "1.5", "1.50", "100", "-7", "0.1", "0.0000001", "1e3", "1E3", "1e-7", "1.0", "1e21", "1e400"],
  ...["9007199254740993", "9007199254740992", "0.100000000000000000000000000001", "123456789012345678901234567890"],
];

/** JSON with any numbers, spaces, escapes and repeated keys. */
const anyJson = fc.letrec<{ json: string }>((tie) => {
  const blank = fc.constantFrom("", " ", "\n\t");
  const key = fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '"7"', '"a:\\"{"');
  const pair = fc.tuple(key, blank, tie("json")).map(([name, space, value]) => `${name}${space}:${value}`);
  return {
    json: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(
        fc.constantFrom(...NUMBERS, "true", "false", "null"),
        anyText.map((text) => JSON.stringify(text)),
      ),
      fc.tuple(blank, fc.array(tie("json"), { maxLength: 3 })).map(([space, parts]) => `[${parts.join(`,${space}`)}]`),
      fc.tuple(blank, fc.array(pair, { maxLength: 3 })).map(([space, parts]) => `{${space}${parts.join(",")}}`),
    ),
  };
}).json;

/** Returns the result of a parser; undefined if it refuses. */
function orRefused(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

test("JSON is read without loss: numbers keep every digit, and a key has only one value", () => {
  fc.assert(
    fc.property(anyJson, (text) => {
      expect(readJson(text)).toStrictEqual(orRefused(() => parse(text)));
    }),
    { numRuns: 1_000 },
  );
  for (const number of NUMBERS) expect(readJson(`{"a":[${number}]}`)).toStrictEqual(parse(`{"a":[${number}]}`));
  expect(readJson('{"a":1,"a":2}')).toBeUndefined();
  expect(readJson('{"a":1,"\\u0061":1}')).toStrictEqual(parse('{"a":1}'));
});

test("invalid JSON is rejected, even if only its end is missing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), anyJson), fc.nat(40), (text, length) => {
      for (const given of [text, text.slice(0, length)]) {
        expect(readJson(given) === undefined).toBe(orRefused(() => JSON.parse(given)) === undefined || isTwice(given));
      }
    }),
  );
});

const isTwice = (text: string) => orRefused(() => parse(text)) === undefined;

/** Makes a list of rows with 30 fields. */
const rows = (count: number) => {
  const row = `{${Array.from({ length: 30 }, (_, at) => `"field${at}":"${at}.50"`).join()}}`;
  return `[${Array<string>(count).fill(row).join()}]`;
};

test("JSON with more keys and values than any honest response is rejected before parsing", () => {
  expect(readJson(rows(3_000))).toHaveLength(3_000);
  const half = JSON_MAX_PARTS / 2;
  const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join()}}`;
  const objects = (count: number) => list(keys(1_000 - 1), count / 1_000);
  const list = (value: string, count: number) => `[${Array<string>(count).fill(value).join()}]`;
  for (const [most, tooMany] of [
    [keys(JSON_OBJECT_MAX_KEYS), keys(JSON_OBJECT_MAX_KEYS + 1)],
    [objects(half - 1_000), objects(half + 1_000)],
    [list("0", JSON_MAX_PARTS - 2), list("0", JSON_MAX_PARTS)],
    [list("1.50", JSON_MAX_PARTS / 5 - 1), list("1.50", JSON_MAX_PARTS / 5)],
    [list("[]", half - 1), list("[]", half + 1)],
  ] as const) {
    expect(readJson(most)).toBeDefined();
    expect(readJson(tooMany)).toBeUndefined();
  }
  expect(
    readJson(JSON.stringify([":,[{".repeat(JSON_MAX_PARTS)])),
    "brackets inside a string do not count",
  ).toBeDefined();
});

test("a number longer than any amount is rejected, wherever it is", () => {
  for (const before of ["", "1.50,"]) {
    expect(readJson(`[${before}${"9".repeat(JSON_NUMBER_MAX_LENGTH)}]`)).toBeDefined();
    for (const number of ["9".repeat(JSON_NUMBER_MAX_LENGTH + 1), `0.${"1".repeat(JSON_NUMBER_MAX_LENGTH)}`])
      expect(readJson(`[${before}${number}]`)).toBeUndefined();
  }
});

test("the upstream's strings are not read as numbers, nor its numbers as names", () => {
  const texts = ["1.50", "\u00001.50", "number 1.50"];
  expect(readJson(JSON.stringify([...texts, 0]).replace(",0]", ",1.50]"))).toStrictEqual([
    ...texts,
    new LosslessNumber("1.50"),
  ]);
  for (const text of [
    ...['{1.50:"a"}', "[1.50.50]", "[1.50.5]", "[01.50]", "[-.50]", "[1.50e]", '[1.50"a"]', "1.50 1.50", "[1.]"],
    ...["[-01]", "[-1e5e5]", "[1e-]", "[-]", "[--1]", "[-1-1]", "[1-1]"],
  ]) {
    expect(readJson(text), text).toBeUndefined();
  }
});

test("a string with more backslashes after broken bytes than any response has parts is rejected", () => {
  const text = (count: number) => `["${`${BROKEN}\\`.repeat(count)}"]`;
  expect(readJson(text(JSON_MAX_PARTS - 2))).toStrictEqual([BROKEN.repeat(JSON_MAX_PARTS - 2)]);
  expect(readJson(text(JSON_MAX_PARTS))).toBeUndefined();
});

test.each(['\\"', "\\\\", '\\\\\\"', "\\u0022", `${BROKEN}\\`])(
  "a string of escapes is read in one pass, without a search for each: %s",
  (escape) => {
    const text = `["${escape.repeat(1_000)}","a"]`;
    const expected = readJson(text);
    const search = vi.spyOn(String.prototype, "indexOf");
    const read = readJson(text);
    const searches = search.mock.calls.length;
    search.mockRestore();
    expect(read).toStrictEqual(expected);
    expect(read).toBeDefined();
    expect(searches).toBeLessThan(20);
  },
);

test("long JSON with a duplicate key is rejected, since only a slow parser could compare the values", () => {
  const twice = (length: number) => `{"a":1,"a":1,"b":"${"x".repeat(length)}"}`;
  expect(readJson(twice(JSON_TWICE_MAX_LENGTH - 100))).toBeDefined();
  expect(readJson(twice(JSON_TWICE_MAX_LENGTH))).toBeUndefined();
});

test.each([
  ["many parts", `[${"0,".repeat(JSON_INNER_MAX_PARTS / 5)}0]`],
  ["few long parts", JSON.stringify(["x".repeat((JSON_INNER_MAX_PARTS / 5) * 64)])],
  ["keys named twice", `{"a":1,"a":1,"b":"${"x".repeat(JSON_INNER_MAX_PARTS)}"}`],
  ["a missing end", `[${"0,".repeat(JSON_INNER_MAX_PARTS / 5)}"`],
])("strings in responses with %s are read only as far as one turn of the event loop allows", async (_, text) => {
  await nextTurn();
  const readOnce = () => readInnerJson("[1]") !== undefined;
  for (let texts = 0; texts < 5; texts += 1) readInnerJson(text);
  expect([readOnce(), readInnerJson(text)]).toEqual([false, undefined]);
  expect(readJson("[1]")).toBeDefined();
  await nextTurn();
  expect(readOnce()).toBe(true);
});

test("of texts that only begin like JSON, no more are parsed than one turn of the event loop allows", async () => {
  await nextTurn();
  const parse = vi.spyOn(JSON, "parse");
  for (let texts = 0; texts < JSON_INNER_MAX_PARTS / 4; texts += 1) readInnerJson("{x");
  expect(parse.mock.calls.length).toBeGreaterThan(1_000);
  expect(parse.mock.calls.length).toBeLessThan(3_000);
});

test.each(["-1-1-1", "1.0 1.0 1.0", "1e5e1e5e1e5", "000", "---"])(
  "numbers without commas are not parsed: %s",
  (numbers) => {
    const parse = vi.spyOn(JSON, "parse");
    expect(readJson(`[${numbers}]`)).toBeUndefined();
    expect(parse).not.toHaveBeenCalled();
  },
);
