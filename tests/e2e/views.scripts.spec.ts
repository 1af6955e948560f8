import { HtmlValidate, type ConfigData } from "html-validate";
import { violations } from "../support/axe";
import { expect, test as base } from "../support/journey";
import { sideways } from "../support/sideways";
import { signInThrough } from "../support/signing-in";
import { startStage, type Stage } from "../support/stage";
import { AUDIENCES } from "../support/views";

/** Only what contradicts how React writes HTML is other than recommended. */
const HTML: ConfigData = {
  extends: ["html-validate:recommended"],
  rules: {
    // React closes void elements with a slash, writes charSet as its own name for it, and boolean attributes as empty.
    "void-style": ["error", { style: "selfclosing" }],
    "attr-case": "off",
    "attribute-boolean-style": ["error", { style: "empty" }],
  },
};

const PLACE = 40;
const DEAD_PLATFORM = "http://127.0.0.1:9";

const test = base.extend<object, { strandedStage: Stage }>({
  /** A storefront whose platform does not answer. */
  strandedStage: [
    async ({}, provide, { parallelIndex }) => {
      const stage = await startStage(PLACE + parallelIndex, { UPSTREAM_URL: DEAD_PLATFORM });
      await provide(stage);
      await stage.stop();
    },
    { scope: "worker" },
  ],
});

/** What is wrong with a page's HTML as the server wrote it. */
async function faultsOf(html: string): Promise<string[]> {
  const report = await new HtmlValidate(HTML).validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

// axe looks at pages from inside, which a policy without scripts would not let it. Nobody who says Save-Data gets scripts,
// so that every view is looked at as the server wrote it, whole after each step.
test.use({
  bypassCSP: true,
  contextOptions: { reducedMotion: "reduce" },
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  viewport: { width: 320, height: 640 },
});

for (const { name: audience, account, views } of AUDIENCES) {
  for (const locale of ["el_GR", "en_US"] as const) {
    test(`every view of a ${audience} is valid HTML, meets WCAG 2.2 AA, and fits 320 px: ${locale}`, async ({
      page,
      sandbox,
      setLocale,
      strandedStage,
      context,
    }) => {
      test.setTimeout(240_000);
      let served = Promise.resolve("");
      page.on("response", (response) => {
        const type = response.headers()["content-type"] ?? "";
        if (response.request().isNavigationRequest() && type.includes("text/html")) {
          // A document that only led on is gone by the time it is asked for.
          served = response.text().catch(() => "not a document");
        }
      });
      await setLocale(locale);
      const who = await account(sandbox);
      if (audience !== "visitor" && audience !== "stranded") await signInThrough(page, sandbox, who, false);
      const origin = audience === "stranded" ? strandedStage.storefront.url : "";
      if (origin) await context.addCookies([{ name: "ulan", value: locale, url: origin }]);
      for (const view of views) {
        await view.open({ page, sandbox, account: who, origin });
        const here = `${view.name} (${page.url()})`;
        expect.soft(await faultsOf(await served), `${here}: HTML`).toEqual([]);
        await expect.soft(page.locator("h1"), `${here}: one h1`).toHaveCount(1);
        await expect.soft(page, `${here}: a title`).toHaveTitle(/\S/);
        // Colours are the same in both languages.
        for (const colorScheme of locale === "en_US" ? (["light", "dark"] as const) : (["light"] as const)) {
          expect
            .soft(
              await violations(page, colorScheme, { colourAlone: colorScheme === "dark" }),
              `${here}: axe, ${colorScheme}`,
            )
            .toEqual([]);
        }
        expect.soft(await sideways(page), `${here}: sideways at 320 px`).toEqual([]);
      }
    });
  }
}
