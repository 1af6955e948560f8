import postcss from "postcss";
import { expect, test } from "vitest";
import { tokens } from "../../../tooling/postcss/tokens";
import { wideScreenSizes } from "../../../tooling/postcss/wide-screen";

const build = async (css: string) =>
  (await postcss([...tokens(), wideScreenSizes()]).process(css, { from: undefined })).css.replace(/\s+/g, " ");

/** A style sheet's rules for screens wider than a phone. */
async function wide(css: string): Promise<string> {
  const [, block = ""] = (await build(css)).split("@media (min-width: 29.3em), (min-width: 750px)");
  return block.replace(/^ \{ @supports \(width: min\(1px, 1px\)\) \{ :root \{ --wide-rem: [^}]*\} | \} \}$/g, "");
}

test("sizes are repeated in a unit limited to 1.25 times the visitor's base", async () => {
  expect(await build(".a { padding: var(--space-4) }")).toContain("--wide-rem: min(1rem, max(20px, 0.625rem))");
  expect(await wide(".a { padding: var(--space-4) var(--space-2); color: var(--ink) }")).toBe(
    ".a { padding: var(--wide-rem) calc(0.5 * var(--wide-rem)) }",
  );
});

test.each([
  [
    "sizes without rem too, so that a later rule still wins, inside their media queries",
    ".a { margin: 1rem } @media (max-width: 17em) { .b { margin: 0 } }",
    ".a { margin: var(--wide-rem) } @media (max-width: 17em) { .b { margin: 0 } }",
  ],
  [
    "only the sizes of a shorthand",
    ".a { font: inherit; border: 0.125rem solid; width: 1rem } .b { border: none }",
    ".a { font-size: inherit; line-height: inherit; border-width: calc(0.125 * var(--wide-rem)); width: var(--wide-rem) }",
  ],
  [
    "transforms in rem too, but not the root font",
    "@keyframes a { to { opacity: 0; transform: translateY(-2rem) } } html { font-size: 200% }",
    "@keyframes a { to { opacity: 0; transform: translateY(calc(-2 * var(--wide-rem))) } }",
  ],
])("the block for wide screens repeats %s", async (_, css, repeated) => {
  expect(await wide(css)).toBe(repeated);
});

test("a sheet without rem sizes gets no block", async () => {
  expect(await build(".a { margin: 0 }")).toBe(".a { margin: 0 }");
});
