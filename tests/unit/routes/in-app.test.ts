import { expect, test } from "vitest";
import { ORDER } from "../../support/order";
import { attributesOf, textsOf } from "../../support/html";
import { memberOf } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

/**
 * Browsers inside apps may ignore downloads (AntonAks/securedbx#4, Telegram-Mini-Apps/issues#41) and save no SVG
 * (baidu/amis#10535).
 */

const sandbox = await useUpstream();

const APPS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.49",
  "Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/126.0 Mobile Safari/537.36",
];
const BROWSER = "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36";

const FILE = {
  el_GR: "若此 App 無法下載檔案，請改用瀏覽器登入。",
  en_US: "Can’t download in this app? Sign in with your browser.",
};
const PICTURE = {
  el_GR: "若此 App 無法儲存，請長按圖片，或改用瀏覽器登入。",
  en_US: "Can’t save it in this app? Press and hold the picture, or sign in with your browser.",
};

test.each([
  ...(["el_GR", "en_US"] as const).flatMap((locale) => [
    ...["/MyOrder", `/MyOrder/${ORDER.orderNum}`, "/DepositRecord/USDT"].map((path) => [locale, path, FILE] as const),
    ...["/InvitationCode", "/Recharge/BTC"].map((path) => [locale, path, PICTURE] as const),
  ]),
])("inside an app that may ignore downloads, the page names the way out: %s %s", async (locale, path, notes) => {
  const { browser } = await memberOf(sandbox, { locale });
  const body = { code: 0, msg: "", data: { count: 1, orderList: [{ ...ORDER, orderTime: Date.now() }] } };
  await sandbox.fail("getOrderList", { kind: "answer", body });
  const deposit = { createdAt: 1_628_238_650_000, symbol: "USDT", amount: "12.5", status: 1, txid: "0xfeed" };
  const deposits = { code: 0, msg: "", data: { count: 1, financeList: [deposit] } };
  await sandbox.fail("deposit_list", { kind: "answer", body: deposits });
  const notesFor = async (userAgent: string) => {
    const { status, html } = await browser.open(path, { "User-Agent": userAgent });
    expect(status).toBe(200);
    return textsOf(html, "main p");
  };
  for (const app of APPS) expect(await notesFor(app)).toContain(notes[locale]);
  expect(await notesFor(BROWSER)).not.toContain(notes[locale]);
});

test("people who press and hold the poster save a PNG", async () => {
  const { open } = await memberOf(sandbox, {});
  const { html } = await open("/InvitationCode");
  expect(attributesOf(html, "img.poster", "src")).toEqual(["/InvitationCode/poster.png?lang=en"]);
});
