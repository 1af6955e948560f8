import { acknowledgeMemo } from "../support/acknowledging";
import { expect, test } from "../support/journey";
import { chooseLongestWord, LONGEST_WORD } from "../support/thumb";
import { readQr } from "../support/qr-reader";

test.beforeEach(({ enter }) => enter("en_US"));

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("the copy button is on the first screen, after the warning, even with a long anti-phishing code @long", async ({
    page,
  }) => {
    await chooseLongestWord(page);
    for (const path of ["/Recharge/BTC", "/Recharge/USDT?chain=TUSDT"]) {
      await page.goto(path);
      await expect(page.getByRole("button", { name: "Copy address" })).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".note").first()).toBeInViewport({ ratio: 1 });
      await expect(page.locator("main")).toContainText(LONGEST_WORD);
    }
  });

  test("the message that the address was copied covers and moves nothing @long", async ({ page }) => {
    await page.goto("/Recharge/XRP");
    await acknowledgeMemo(page);
    const placeOf = (name: string) =>
      page.getByRole("button", { name }).evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
    const before = await placeOf("Copy memo");
    await page.getByRole("button", { name: "Copy address" }).click();
    const toast = page.locator(".exact-text").getByRole("status").locator(".toast").first();
    await expect(toast).toBeInViewport({ ratio: 1 });
    expect(await placeOf("Copy memo")).toBe(before);
    const covered = await toast.evaluate((shown) => {
      const over = shown.getBoundingClientRect();
      return Array.from(document.querySelectorAll("body p, body button, body a, body svg"))
        .filter((element) => !shown.contains(element) && !element.contains(shown))
        .filter((element) => {
          const { top, bottom, left, right } = element.getBoundingClientRect();
          return top < over.bottom && bottom > over.top && left < over.right && right > over.left;
        })
        .map((element) => element.outerHTML.slice(0, 80));
    });
    expect(covered).toEqual([]);
  });
});

test("an address disappears as soon as another coin is requested, before the next page has loaded", async ({
  page,
}) => {
  await page.goto("/Recharge/BTC");
  await expect(page.locator(".exact-text button")).toBeVisible();
  // The next page never loads.
  await page.evaluate(() => window.addEventListener("click", (event) => event.preventDefault()));
  await page.locator("a.coin-row[href='/Recharge']").click();
  await expect(page.locator("img.qr, #deposit-address, .groups")).toHaveCount(0);
  await expect(page.getByRole("status")).toHaveText(/\S/);
});

test("if the browser can share, the QR code on the page is shared as a picture @newer @long", async ({ page }) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, "canShare", { value: () => true });
    Object.defineProperty(navigator, "share", {
      value: async ({ files }: { files: File[] }) => {
        const [file] = files;
        const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
        shared.push(btoa(String.fromCharCode(...bytes)));
      },
    });
  });
  await page.goto("/Recharge/BTC");
  await page.getByRole("button", { name: "Share QR code" }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared.length)).toBe(1);
  const [picture = ""] = await page.evaluate(() => (window as unknown as { shared: string[] }).shared);
  expect(await readQr(Buffer.from(picture, "base64"))).toBe(await page.locator("#deposit-address").innerText());
});

test("if the browser cannot share, there is no share button @long", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "canShare", { value: () => false }));
  await page.goto("/Recharge/BTC");
  await expect(page.locator(".exact-text button")).toBeVisible();
  await expect(page.locator("a[download]")).toBeVisible();
  await expect(page.locator("[aria-labelledby=deposit-title] .actions button")).toHaveCount(0);
});

test("a watched deposit updates in place instead of reloading the page", async ({ page }) => {
  await page.addInitScript(() => {
    const stop = window.stop.bind(window);
    window.stop = () => {
      document.documentElement.dataset["waits"] = "no";
      stop();
    };
  });
  await page.clock.install();
  await page.goto("/Recharge/USDT?chain=TUSDT");
  await page.getByRole("button", { name: "I have sent it" }).click();
  await expect(page.locator("[aria-current=step] h3")).toHaveText("Waiting for your deposit");
  await expect(page.locator("html[data-waits=no]")).toBeAttached();
  let reads = 0;
  await page.route(
    (url) => url.searchParams.get("_data")?.includes("Recharge") ?? false,
    async (route) => {
      const response = await route.fetch();
      const json: unknown = await response.json();
      reads += 1;
      // The server reads the record at most twice a minute, so the later result is put into its response.
      await route.fulfill({ response, json: Object.assign({}, json, { state: reads < 2 ? "waiting" : "seen" }) });
    },
  );
  const step = page.locator("[aria-live=polite] [aria-current=step] h3");
  await page.clock.runFor(30_000);
  await expect.poll(() => reads).toBeGreaterThan(0);
  await page.clock.runFor(30_000);
  await expect(step).toHaveText("Detected (unconfirmed)");
  await expect(page.locator("html[data-waits=no]")).toBeAttached();
});
