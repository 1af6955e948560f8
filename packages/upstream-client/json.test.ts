import fc from "fast-check";
import { LosslessNumber } from "lossless-json";
import { expect, test } from "vitest";
import { isNestedAtMost, readJson } from "./json";

/** Counts levels by recursion. */
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test("the depth of JSON is that of its value, whatever brackets its texts have", () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[[\]{}"\\]{0,12}$/));
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 8, withCrossShrink: true },
      fc.oneof(text, fc.integer(), fc.constant(null)),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(text, tie("tree"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.integer({ min: 0, max: 10 }), fc.boolean(), (value, most, spread) => {
      expect(isNestedAtMost(JSON.stringify(value, null, spread ? 1 : 0), most)).toBe(depthOf(value) <= most);
    }),
  );
});

test("JSON is read as JSON.parse reads it, and what is no JSON is refused", () => {
  const plain = (value: unknown): unknown => {
    if (value instanceof LosslessNumber) return Number(value.value);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
  };
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(JSON.stringify(plain(readJson(text)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(readJson(text) !== undefined).toBe(valid);
    }),
  );
});
