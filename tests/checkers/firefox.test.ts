import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test, type OnTestFinishedHandler } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { cornerOf, phonePhoto } from "@storefront/test-support/images";
import { catalogues } from "~server/texts/catalogue";
import { findProgram } from "../support/chromium";
import { isReady } from "../support/hydration";
import { PERSON } from "../support/valid-forms";
import { CONFIRM_PATH, PRODUCT_PATH } from "../support/purchase-paths";
import type { Credentials } from "../support/signing-in";
import { startTestEnvironment, type TestEnvironment } from "../support/stage";

/**
 * Debian's Firefox ESR with privacy settings: `privacy.resistFingerprinting` as in Tor Browser, which adds noise to
 * canvas reads, and blocked cookies. Puppeteer drives it, because Playwright needs its own Firefox: it uses WebDriver
 * BiDi commands that Debian's lacks.
 */

/** The parts of Puppeteer that these tests use; it is not installed where types are checked. */
interface Tab {
  setDefaultTimeout: (ms: number) => void;
  goto: (url: string) => Promise<unknown>;
  url: () => string;
  evaluate: <T>(script: (() => T) | string) => Promise<T>;
  waitForFunction: (condition: string | (() => boolean)) => Promise<unknown>;
  locator: (selector: string) => { fill: (value: string) => Promise<void>; click: () => Promise<void> };
  waitForSelector: (selector: string) => Promise<{ uploadFile: (path: string) => Promise<void> } | null>;
}
interface Browser {
  newPage: () => Promise<Tab>;
  close: () => Promise<void>;
}
interface Options {
  browser: "firefox";
  executablePath: string;
  defaultViewport: { width: number; height: number };
  extraPrefsFirefox: Record<string, unknown>;
}
const { launch } = createRequire(import.meta.url)("puppeteer-core") as {
  launch: (options: Options) => Promise<Browser>;
};

const FIREFOX = findProgram("firefox-esr");
/** A step takes up to half a minute on a busy machine. */
const STEP_DEADLINE_MS = 120_000;
const LOCALES = ["en_US", "el_GR"];

/** Opens a tab of a new Firefox with these preferences, and a storefront for it; both stop when the test ends. */
async function visit(
  preferences: Record<string, unknown>,
  end: (stop: OnTestFinishedHandler) => void,
): Promise<TestEnvironment & { tab: Tab; open: (path: string) => Promise<void> }> {
  const environment = await startTestEnvironment(0);
  end(() => environment.stop());
  const browser = await launch({
    browser: "firefox",
    executablePath: FIREFOX ?? "",
    defaultViewport: { width: 375, height: 812 },
    extraPrefsFirefox: preferences,
  });
  end(() => browser.close());
  const tab = await browser.newPage();
  tab.setDefaultTimeout(STEP_DEADLINE_MS);
  const open = async (path: string) => {
    await tab.goto(environment.storefront.url + path);
    await tab.waitForFunction(isReady);
  };
  return { ...environment, tab, open };
}

/** Waits for the page at this address, scripts included. */
async function arrive(tab: Tab, path: string): Promise<void> {
  await tab.waitForFunction(`location.href.startsWith(location.origin + ${JSON.stringify(path)})`);
  await tab.waitForFunction(isReady);
}

async function signIn({ tab, open, sandbox }: Awaited<ReturnType<typeof visit>>, who: Credentials, locale: string) {
  await open("/Login");
  await tab.evaluate(`document.cookie = "ulan=${locale}; path=/"`);
  await open("/Login");
  await tab.locator("[name=mobileNumber]").fill(who.email);
  await tab.locator("[name=loginPword]").fill(who.password);
  await tab.locator("form:has([name=loginPword]) button[type=submit]").click();
  await tab.locator("[name=googleCode]").fill(await sandbox.code(who.email, "google"));
  await tab.locator("form:has([name=googleCode]) button").click();
  await tab.waitForFunction("!location.pathname.startsWith('/Login')");
}

const RESISTING = { "privacy.resistFingerprinting": true };
/** Draws red, and reads a pixel. */
const READ_BACK = `(() => {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = "#f00";
  canvas.fillRect(0, 0, 9, 9);
  return canvas.getImageData(0, 0, 1, 1).data.join();
})()`;

test.skipIf(!FIREFOX).for(LOCALES)(
  "with resistFingerprinting a purchase succeeds: %s",
  async (locale, { onTestFinished }) => {
    const firefox = await visit(RESISTING, onTestFinished);
    const { tab, open, sandbox } = firefox;
    const account = await sandbox.createAccount();
    await signIn(firefox, account, locale);
    await open(PRODUCT_PATH);
    await tab.locator("[name=buyAmount]").fill("3");
    await tab.locator("button[name=intent][value=buy]:not([aria-hidden])").click();
    await arrive(tab, CONFIRM_PATH);
    await tab.locator(`[role=dialog] a[href^="${PRODUCT_PATH}?step=code"]`).click();
    await tab.locator("[name=googleCode]").fill(await sandbox.code(account.email, "google"));
    await tab.locator("[role=dialog] form button").click();
    await arrive(tab, "/Successpay");
    await open("/MyOrder");
    expect(await tab.evaluate("document.querySelectorAll('main tbody tr').length")).toBe(1);
  },
);

test.skipIf(!FIREFOX).for(LOCALES)(
  "with resistFingerprinting identity photos arrive unchanged: %s",
  async (locale, { onTestFinished }) => {
    const firefox = await visit(RESISTING, onTestFinished);
    const { tab, open, sandbox } = firefox;
    await signIn(firefox, await sandbox.createAccount({ authLevel: 3 }), locale);
    expect(await tab.evaluate(READ_BACK), "this Firefox adds noise to read pixels").not.toBe("255,0,0,255");
    await open("/RealNameInfo?country=392");
    for (const [name, value] of Object.entries(PERSON)) await tab.locator(`[name=${name}]`).fill(value);
    await tab.locator("main form button.button").click();
    await arrive(tab, "/UploadImage");
    const path = join(freshFolder("storefront-firefox"), "IMG_1.jpg");
    writeFileSync(path, await phonePhoto({ width: 1200, height: 900 }));
    for (const [at, slot] of ["firstPhoto", "secondPhoto", "thirdPhoto"].entries()) {
      await (await tab.waitForSelector(`[name=${slot}]`))?.uploadFile(path);
      await tab.waitForFunction(`document.querySelectorAll("main form canvas").length === ${at + 1}`);
    }
    await tab.locator("main form button.button").click();
    await arrive(tab, "/SuccessRealname");
    const sent = await sandbox.requests("upload_img");
    expect(sent).toHaveLength(3);
    for (const { body } of sent) {
      const [file] = (body as { files: { base64: string }[] }).files;
      const picture = Buffer.from(file?.base64 ?? "", "base64");
      expect([await cornerOf(picture, "top left"), await cornerOf(picture, "top right")]).toEqual(["red", "blue"]);
    }
  },
);

test.skipIf(!FIREFOX)("with cookies blocked the sign-in says that they are needed", async ({ onTestFinished }) => {
  const { tab, open } = await visit({ "network.cookie.cookieBehavior": 2 }, onTestFinished);
  await open("/Login");
  await tab.locator("[name=mobileNumber]").fill("demo@example.com");
  await tab.locator("[name=loginPword]").fill("Demo12345");
  await tab.locator("form:has([name=loginPword]) button[type=submit]").click();
  // Without cookies the language is unknown, so the message has both.
  await tab.waitForFunction(`document.body.textContent.includes("${catalogues.el_GR.errors.cookiesNeeded}")`);
});
