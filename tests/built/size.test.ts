import { expect, test } from "vitest";
import { z } from "zod";
import { clientManifest, gzipBytes, scriptsOf, SERVER_BUILD } from "../support/built";

const BUDGET_BYTES = 100_000;

const serverBuild = z.object({
  routes: z.record(
    z.object({
      id: z.string(),
      module: z.object({ handle: z.object({ hydrate: z.boolean().optional() }).optional() }),
    }),
  ),
});

const { routes } = serverBuild.parse(await import(SERVER_BUILD));
const hydrated = Object.values(routes)
  .filter(({ module }) => module.handle?.hydrate)
  .map(({ id }) => id);

/** Screens.md rows 8, 9 and 13 to 16. */
test("the power list, the power product and the sign-in hydrate, and nothing else", () => {
  expect(hydrated.sort()).toEqual(["routes/Index.Power", "routes/Login.($account)", "routes/PowerProductDetail.$id"]);
});

test.each(hydrated)("the scripts of a hydrated route stay within 100 kB, compressed: %s", (id) => {
  const scripts = scriptsOf(id, clientManifest());
  const sizes = scripts.map((script) => ({ script, bytes: gzipBytes(script) })).sort((a, b) => b.bytes - a.bytes);
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  console.log(
    [`${id}: ${bytes} bytes of script, compressed`, ...sizes.map((size) => `  ${size.bytes} ${size.script}`)].join(
      "\n",
    ),
  );
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
});
