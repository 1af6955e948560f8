import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { showAsServed } from "../support/as-served";
import { launchOptions } from "../support/chromium";
import { ScriptlessContext } from "../support/scriptless/context";
import { signInThrough } from "../support/signing-in";
import { startTestEnvironment } from "../support/stage";
import { AUDIENCES, BRAND } from "../support/views/audiences";
import { complaintsOf, outdatedEntries, type Finding } from "./accepted";

/** Every view of the storefront (`tests/support/views`) passes third-party checkers. */

const tools = createRequire(import.meta.url);
type Found = Finding & { view: string };

const PHONE = { width: 375, height: 812 };

const VNU = tools.resolve("vnu-jar/build/dist/vnu.jar");
const VNU_MEMORY_BYTES = 64 * 1024 ** 2;

/** The Nu HTML checker's errors in the pages of a folder, without its remarks on style. */
function htmlFindings(folder: string): Found[] {
  const options = ["--format", "json", "--stdout", "--exit-zero-always"];
  const report = execFileSync("java", ["-jar", VNU, ...options, folder], { maxBuffer: VNU_MEMORY_BYTES });
  const { messages } = JSON.parse(report.toString()) as {
    messages: { type: string; subType?: string; message: string; url: string; extract?: string }[];
  };
  return messages
    .filter(({ type, subType }) => type !== "info" || subType === "warning")
    .map(({ message, url, extract = "" }) => ({
      checker: "Nu HTML checker",
      rule: message,
      html: extract,
      view: basename(url, ".html"),
    }));
}

interface IbmResult {
  ruleId: string;
  value: [policy: string, outcome: string];
  snippet: string;
}
const IBM = readFileSync(tools.resolve("accessibility-checker-engine/ace.js"), "utf8");

/** The violations that IBM's checker finds, without those that a person has to review. */
async function ibmFindings(page: Page): Promise<Finding[]> {
  await page.evaluate(`${IBM}; undefined`);
  const results = await page.evaluate<IbmResult[]>(
    `new ace.Checker().check(document, ["IBM_Accessibility"]).then(({ results }) =>
      results.map(({ ruleId, value, snippet }) => ({ ruleId, value, snippet })))`,
  );
  return results
    .filter(({ value }) => value[1] === "FAIL")
    .map(({ ruleId, snippet }) => ({ checker: "IBM Equal Access", rule: ruleId, html: snippet }));
}

/** The parts of Alfa that this test uses; it is not installed where types are checked. */
interface Outcome {
  rule: { uri: string };
  target: { toString: () => string };
}
const { Native } = tools("@siteimprove/alfa-dom/native") as { Native: { fromNode: () => Promise<object> } };
const { Node } = tools("@siteimprove/alfa-dom") as { Node: { from: (json: object, device: object) => object } };
const { Page: AlfaPage } = tools("@siteimprove/alfa-web") as { Page: { of: (...parts: object[]) => object } };
const { Request, Response } = tools("@siteimprove/alfa-http") as Record<
  "Request" | "Response",
  { empty: () => object }
>;
const { Device } = tools("@siteimprove/alfa-device") as { Device: { standard: () => object } };
const { Audit, Outcome } = tools("@siteimprove/alfa-act") as {
  Audit: { of: (page: object, rules: object) => { evaluate: () => Promise<Iterable<Outcome>> } };
  Outcome: { isFailed: (outcome: Outcome) => boolean };
};
const { default: RULES } = tools("@siteimprove/alfa-rules") as { default: object };

/** The rules of Alfa that fail, without those that ask a person. */
async function alfaFindings(page: Page): Promise<Finding[]> {
  const device = Device.standard();
  const document = Node.from(await page.evaluate(Native.fromNode), device);
  const subject = AlfaPage.of(Request.empty(), Response.empty(), document, device);
  return [...(await Audit.of(subject, RULES).evaluate())]
    .filter((outcome) => Outcome.isFailed(outcome))
    .map(({ rule, target }) => ({
      checker: "Siteimprove Alfa",
      rule: rule.uri.replace(/^.*\//, ""),
      html: target.toString().replace(/\s+/g, " "),
    }));
}

/** Opens each view over HTTP, and shows it in a browser as served; returns the findings of all checkers. */
async function findingsIn(locale: string, browser: Browser, end: (stop: () => Promise<void>) => void) {
  const environment = await startTestEnvironment(0);
  const outage = await startTestEnvironment(1, { UPSTREAM_URL: "http://127.0.0.1:9" });
  const brand = await startTestEnvironment(2, { CONTENT_DIR: "content/example" });
  for (const started of [environment, outage, brand]) end(() => started.stop());
  const { sandbox } = environment;
  const folder = join(freshFolder("storefront-checkers"), "pages");
  mkdirSync(folder);
  const found: Found[] = [];
  for (const [n, { name, account, views }] of [...AUDIENCES, BRAND].entries()) {
    await sandbox.reset();
    // With Save-Data a page has no scripts, so it stays as served.
    const headers = { "Save-Data": "on", "X-Forwarded-For": `10.54.0.${n + 1}` };
    const visitor = new ScriptlessContext(environment.storefront.url, { headers });
    visitor.jar.set("ulan", locale);
    const way = await visitor.newPage();
    // Views use only methods that this page and Playwright's share.
    const testContext = { page: way as unknown as Page, sandbox, account: await account(sandbox) };
    const origin = { signedOutOnOutage: outage, brand }[name as string]?.storefront.url ?? "";
    if (!origin && name !== "visitor") await signInThrough(testContext.page, sandbox, testContext.account);
    const context = await browser.newContext({
      viewport: PHONE,
      bypassCSP: true,
      reducedMotion: "reduce",
      extraHTTPHeaders: headers,
      permissions: ["local-network-access"],
    });
    const page = await context.newPage();
    for (const view of views) {
      await page.setViewportSize(PHONE);
      await view.open({ ...testContext, origin });
      writeFileSync(join(folder, `${view.name.replace(/\W+/g, "-")}.html`), await way.content());
      await showAsServed(page, way);
      // Parts below the first screen get their height only when they are laid out.
      await page.addStyleTag({ content: "* { content-visibility: visible !important }" });
      // In a window as high as the page, bottom bars cover nothing.
      const height = await page.locator("html").evaluate((html) => html.scrollHeight);
      await page.setViewportSize({ ...PHONE, height: Math.max(PHONE.height, height) });
      const inPage = [...(await ibmFindings(page)), ...(await alfaFindings(page))];
      found.push(...inPage.map((one) => ({ ...one, view: view.name })));
    }
    await context.close();
  }
  return [...found, ...htmlFindings(folder)];
}

const foundInAll: Found[] = [];

test.for(["en_US", "el_GR"])(
  "the checkers find only issues that are accepted with a reason: %s",
  { timeout: 30 * 60_000 },
  async (locale, { onTestFinished }) => {
    const browser = await chromium.launch(launchOptions());
    onTestFinished(() => browser.close());
    const found = await findingsIn(locale, browser, onTestFinished);
    foundInAll.push(...found);
    expect(complaintsOf(found), "issues that are not accepted").toEqual([]);
  },
);

test("each accepted finding still occurs in one of the languages", () => {
  expect(outdatedEntries(["Nu HTML checker", "IBM Equal Access", "Siteimprove Alfa"], foundInAll)).toEqual([]);
});
