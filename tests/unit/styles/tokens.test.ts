import postcss from "postcss";
import { expect, test } from "vitest";
import { readTokens, tokens } from "../../../tooling/postcss/tokens";

const built = async (css: string) =>
  (await postcss(tokens()).process(css, { from: undefined })).css.replace(/\s+/g, " ");

test("a token that the dark scheme changes is shifting, all others are fixed", () => {
  const read = readTokens(
    ":root { --ink: #111; --gap: 1rem; --room: calc(var(--gap) * 2); } @media (x) { :root { --ink: #eee } }",
  );
  expect([...read.shifting]).toEqual([["--ink", "#111"]]);
  expect([...read.fixed]).toEqual([
    ["--gap", "1rem"],
    ["--room", "calc(1rem * 2)"],
  ]);
});

test("a shifting colour stays a variable after a plain value; a size is replaced by its value", async () => {
  expect(await built(".a { color: var(--ink); margin: calc(-1 * var(--space-4)) var(--space-2) }")).toBe(
    ".a { color: #14212b; color: var(--ink); margin: calc(-1 * 1rem) 0.5rem }",
  );
});

test("the sheet with the tokens sends only shifting ones", async () => {
  const sent = await built(":root { --ink: #14212b; --space-4: 1rem } @media (x) { :root { --ink: #fff } }");
  expect(sent).toBe(":root { --ink: #14212b} @media (x) { :root { --ink: #fff } }");
});

test("a variable set by a rule is not changed", async () => {
  expect(await built(".a { --to: 1% } @keyframes b { to { left: var(--to, 2%) } }")).toBe(
    ".a { --to: 1% } @keyframes b { to { left: 2%; left: var(--to, 2%) } }",
  );
});
