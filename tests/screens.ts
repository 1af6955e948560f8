import { chromium, devices, type Browser, type Page } from "@playwright/test";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { SCENARIOS } from "@storefront/sandbox/scenarios";
import type { Sandbox } from "@storefront/sandbox/start";
import { launchOptions } from "./support/chromium";
import { signInThrough } from "./support/signing-in";
import { startTestEnvironment } from "./support/stage";
import { AUDIENCES, BRAND, type Audience } from "./support/views/audiences";
import type { View } from "./support/views/view";

/**
 * `npm run screens [-- --scripts] [words]`: takes a picture of every view (or of those whose names contain the words)
 * on two phones, a tablet and two desktops, in both languages and colour schemes. `screens/index.html` links to an
 * overview of each view. `-- --readme` takes the pictures of README.md and docs/operate/brand.md instead.
 */

const SHOWN = [...AUDIENCES, BRAND];
const OUT = fileURLToPath(new URL("../screens", import.meta.url));
const LOCALES = ["el_GR", "en_US"] as const;
const SCHEMES = ["light", "dark"] as const;
/** Touch screens and screens with a mouse have different styles. */
const SCREENS = {
  touch: { device: devices["Pixel 7"], widthsPx: [320, 360, 768] },
  mouse: { device: devices["Desktop Chrome"], widthsPx: [1280, 1920] },
} as const;
const KINDS = ["touch", "mouse"] as const;
/** The scale of a picture in the overview, and the height of a long page that it shows. */
const TILE = { scale: 0.6, heightPx: 1000, gapPx: 12 };
const PLACE = 40;

type Locale = (typeof LOCALES)[number];

const { values, positionals } = parseArgs({
  options: { scripts: { type: "boolean" }, readme: { type: "boolean" } },
  allowPositionals: true,
});
const wanted = positionals.join(" ").toLowerCase();
const isWanted = ({ name }: View) => name.toLowerCase().includes(wanted);
const fileOf = (view: View) => view.name.replace(/[^\w]+/g, "-").toLowerCase();
const shotsOf = (view: View, locale: Locale, kinds: readonly (keyof typeof SCREENS)[] = KINDS) =>
  kinds
    .flatMap((kind) => SCREENS[kind].widthsPx)
    .flatMap((width) =>
      SCHEMES.map((scheme) => ({ width, scheme, file: `${fileOf(view)}-${locale}-${width}-${scheme}.png` })),
    );

async function photograph(page: Page, view: View, locale: Locale, kind: keyof typeof SCREENS): Promise<void> {
  for (const { width, scheme, file } of shotsOf(view, locale, [kind])) {
    await page.setViewportSize({ width, height: width === 360 ? 640 : 812 });
    await page.emulateMedia({ colorScheme: scheme });
    // Unless a sheet is open, which covers only the window, we make the window as high as the page. In a full-page
    // screenshot, Playwright would style the part below the window for a mouse, and put bars in the middle.
    const over = await page.locator("[role=dialog], details.menu[open]").count();
    const heightPx = await page.locator("html").evaluate((page) => page.scrollHeight);
    if (over === 0) await page.setViewportSize({ width, height: heightPx });
    // Fixed bars may be painted one frame after the window's size has changed.
    await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
    await page.screenshot({ path: join(OUT, file) });
  }
}

/** Takes the pictures of one audience, language and kind of screen. Returns the views that could not be opened. */
async function visit(
  browser: Browser,
  { name, account, views }: Audience,
  locale: Locale,
  kind: keyof typeof SCREENS,
  { sandbox, home, origin }: { sandbox: Sandbox; home: string; origin: string },
): Promise<string[]> {
  const context = await browser.newContext({
    ...SCREENS[kind].device,
    deviceScaleFactor: 1,
    baseURL: home,
    javaScriptEnabled: values.scripts ?? false,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const missed: string[] = [];
  try {
    for (const url of new Set([home, origin || home])) await context.addCookies([{ name: "ulan", value: locale, url }]);
    const who = await account(sandbox);
    if (!origin && name !== "visitor") await signInThrough(page, sandbox, who);
    for (const view of views.filter(isWanted)) {
      try {
        await view.open({ page, sandbox, account: who, origin });
        await photograph(page, view, locale, kind);
      } catch (error) {
        missed.push(`${view.name}, ${locale}: ${String(error).split("\n")[0]}`);
      }
    }
  } finally {
    await context.close();
  }
  return missed;
}

/** Writes the overview of a view: a row for each language, with each width in light and dark. */
async function layOut(view: View): Promise<void> {
  const tiles = await Promise.all(
    LOCALES.flatMap((locale, row) =>
      shotsOf(view, locale).map(async ({ file }) => {
        const { width } = await sharp(join(OUT, file)).metadata();
        const picture = sharp(join(OUT, file)).resize({ width: Math.round(width * TILE.scale) });
        const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
        const height = Math.min(info.height, TILE.heightPx);
        return {
          row,
          width: info.width,
          height,
          input: await sharp(data).extract({ left: 0, top: 0, width: info.width, height }).toBuffer(),
        };
      }),
    ),
  );
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let [top, right] = [TILE.gapPx, 0];
  for (const row of LOCALES.keys()) {
    let left = TILE.gapPx;
    const inRow = tiles.filter((tile) => tile.row === row);
    for (const { input, width } of inRow) {
      placed.push({ input, left, top });
      left += width + TILE.gapPx;
    }
    right = Math.max(right, left);
    top += Math.max(...inRow.map(({ height }) => height)) + TILE.gapPx;
  }
  await sharp({ create: { width: right, height: top, channels: 3, background: "#8a8f94" } })
    .composite(placed)
    .png()
    .toFile(join(OUT, "sheets", `${fileOf(view)}.png`));
}

function contactSheet(views: readonly View[]): string {
  const figures = views.map(
    (view) =>
      `<figure><figcaption>${view.name}</figcaption><a href="sheets/${fileOf(view)}.png"><img src="sheets/${fileOf(view)}.png" alt="" loading="lazy"></a></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{margin:1rem;background:#8a8f94;font:600 1rem system-ui}figure{margin:0 0 2rem}img{max-width:100%}</style>${figures.join("\n")}`;
}

/** The pictures of the documents: a few screens of the demo side by side, on a phone and on a desktop. */
const README_PICTURES = [
  {
    file: "phone.png",
    kind: "touch",
    width: 360,
    height: 720,
    paths: ["/Index/Home", "/Index/Power", "/PowerProductDetail/1001"],
  },
  { file: "desktop.png", kind: "mouse", width: 1280, height: 800, paths: ["/PowerProductDetail/1001"] },
  { file: "brand.png", kind: "touch", width: 360, height: 640, paths: ["/Index/Home"] },
] as const;

/** The demo's settings, with which product pages show the estimated return. */
const ESTIMATES = { PROFIT_RATIO_PERIOD: "cycle", PROFIT_RATIO_MEANING: "return" };

async function takeReadmePictures(): Promise<void> {
  const folder = fileURLToPath(new URL("../docs/pictures", import.meta.url));
  await mkdir(folder, { recursive: true });
  const environment = await startTestEnvironment(PLACE, ESTIMATES, SCENARIOS.demo);
  const branded = { ...ESTIMATES, CONTENT_DIR: "content/example" };
  const brand = await startTestEnvironment(PLACE + 1, branded, SCENARIOS.demo);
  const browser = await chromium.launch(launchOptions());
  try {
    for (const { file, kind, width, height, paths } of README_PICTURES) {
      const { url } = (file === "brand.png" ? brand : environment).storefront;
      const context = await browser.newContext({
        ...SCREENS[kind].device,
        ...{ viewport: { width, height }, deviceScaleFactor: 1, reducedMotion: "reduce" },
        baseURL: url,
        javaScriptEnabled: false,
      });
      await context.addCookies([{ name: "ulan", value: "en_US", url }]);
      const page = await context.newPage();
      page.setDefaultTimeout(5 * 60_000);
      const shots: Buffer[] = [];
      for (const path of paths) {
        await page.goto(path);
        shots.push(await page.screenshot());
      }
      await context.close();
      const { gapPx } = TILE;
      const size = { width: paths.length * (width + gapPx) - gapPx, height };
      await sharp({ create: { ...size, channels: 4, background: "#0000" } })
        .composite(shots.map((input, at) => ({ input, left: at * (width + gapPx), top: 0 })))
        .png({ palette: true })
        .toFile(join(folder, file));
    }
  } finally {
    await browser.close();
    await environment.stop();
    await brand.stop();
  }
}

async function takeAllViews(): Promise<void> {
  if (!wanted) await rm(OUT, { recursive: true, force: true });
  await mkdir(join(OUT, "sheets"), { recursive: true });
  const environment = await startTestEnvironment(PLACE);
  const outage = await startTestEnvironment(PLACE + 1, { UPSTREAM_URL: "http://127.0.0.1:9" });
  const brand = await startTestEnvironment(PLACE + 2, { CONTENT_DIR: "content/example" });
  const browser = await chromium.launch(launchOptions());
  const missed: string[] = [];
  try {
    for (const audience of SHOWN) {
      if (!audience.views.some(isWanted)) continue;
      const elsewhere = { signedOutOnOutage: outage, brand }[audience.name as string];
      const origin = elsewhere?.storefront.url ?? "";
      const places = { sandbox: environment.sandbox, home: environment.storefront.url, origin };
      for (const locale of LOCALES) {
        for (const kind of KINDS) {
          await environment.sandbox.reset();
          missed.push(...(await visit(browser, audience, locale, kind, places)));
        }
      }
    }
  } finally {
    await browser.close();
    await environment.stop();
    await outage.stop();
    await brand.stop();
  }
  const views = SHOWN.flatMap((audience) => audience.views).filter(isWanted);
  const shown = views.filter(({ name }) => !missed.some((line) => line.startsWith(`${name},`)));
  for (const view of shown) await layOut(view);
  await writeFile(join(OUT, "index.html"), contactSheet(shown));
  console.log(`${shown.length} views in ${join(OUT, "index.html")}`);
  for (const line of missed) console.log(`not opened: ${line}`);
  process.exitCode = missed.length ? 1 : 0;
}

await (values.readme ? takeReadmePictures() : takeAllViews());
