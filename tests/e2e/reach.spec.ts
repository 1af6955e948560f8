import type { APIRequestContext } from "@playwright/test";
import { linksOf } from "../support/html";
import { expect, test } from "../support/journey";

/** The screens that a link leads to; the others (a second step, a receipt, a success) come after a form. */
const PUBLIC = [
  ...["/Index/Home", "/Index/Power", "/Index/Miner", "/Index/AboutUs", "/PowerProductDetail/", "/MinerProductDetail/"],
  ...["/LeavingMessage", "/PrivacyAgreement", "/UserAgreement", "/AppDownload", "/Notice", "/NoticeDetail"],
  ...["/Genuine", "/Login", "/Register", "/Estimate", "/Help"],
];
const PRIVATE = [
  ...["/UserCenter", "/Assets", "/MyOrder", "/Recharge/", "/DepositRecord/", "/GoogleBind", "/InvitationCode"],
  ...["/RealNameSelect", "/CountrySelect", "/RealNameInfo", "/Security"],
];
const MOST_PAGES = 150;

/** Every page that links from Home lead to, each kind of screen once: ids and queries make no new kind. */
async function reach(request: APIRequestContext): Promise<{ reached: Set<string>; broken: string[] }> {
  const reached = new Set<string>();
  const broken: string[] = [];
  const waiting = ["/Index/Home"];
  for (let path = waiting.shift(); path !== undefined && reached.size < MOST_PAGES; path = waiting.shift()) {
    const kind = path.replace(/[?#].*/, "").replace(/(Detail\/|Record\/|Recharge\/)[^/]+$/, "$1");
    if (reached.has(kind) || /\.png$/.test(kind)) continue;
    reached.add(kind);
    const response = await request.get(path);
    if (response.status() >= 400) broken.push(`${response.status()} ${path}`);
    const links = linksOf(await response.text()).map(({ href }) => href);
    waiting.push(...links.filter((href) => /^\/[^/]/.test(href)));
  }
  return { reached, broken };
}

test("every public screen can be reached by links from Home, and no link is broken", async ({ page }) => {
  const { reached, broken } = await reach(page.request);
  expect(broken).toEqual([]);
  expect(PUBLIC.filter((screen) => !reached.has(screen))).toEqual([]);
});

test("every screen of an account can be reached by links from Home", async ({ page, sandbox, signIn }) => {
  await signIn(page, await sandbox.createAccount({ authLevel: 3, googleBound: false, secondStep: "sms" }));
  const { reached, broken } = await reach(page.request);
  expect(broken).toEqual([]);
  expect(PRIVATE.filter((screen) => !reached.has(screen))).toEqual([]);
});
