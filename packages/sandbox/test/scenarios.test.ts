import { expect, onTestFinished, test } from "vitest";
import { SCENARIOS, type ScenarioName } from "../scenarios";
import { isObject } from "../call";
import { DEMO_ACCOUNTS, DEMO_OFFER } from "../seed";
import { startSandbox } from "../start";
import { exchange, hashrate, signInAt } from "./calls";

/** Scenarios for looking at the whole storefront: `npm run sandbox -- --scenario NAME` (docs/change/testing.md). */

type Row = Record<string, unknown>;
const [RICH] = DEMO_ACCOUNTS;

async function upstream(name: ScenarioName) {
  const sandbox = await startSandbox({ scenario: SCENARIOS[name] });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const products = async (sandbox: Awaited<ReturnType<typeof upstream>>, type: number, page: number) =>
  (await hashrate(sandbox, "project_sku", { type, page, pageSize: 100 })).data as { data: Row[]; count: number };

const HAN = /\p{Script=Han}/u;
/** Texts that tests need and that no real shop would have. */
const NOT_A_SHOPS = /<script|onerror|onclick|javascript:|position:fixed|example\.com|must not|測試/i;

test.each(["el_GR", "en_US"] as const)(
  "demo: products and notices read like those of a real shop, in one language: %s",
  async (language) => {
    const sandbox = await upstream("demo");
    const power = await hashrate(sandbox, "project_sku", { type: 1, page: 1, pageSize: 100 }, { language });
    const sold = power.data.data as Row[];
    const list = await exchange(sandbox, "notice/notice_info_list", { page: 1, pageSize: 100 }, { language });
    const notices = list.data.noticeInfoList as Row[];
    expect([sold.length, notices.length]).toEqual([DEMO_OFFER.power.length, DEMO_OFFER.notices.length]);
    const inLanguage = (value: unknown): unknown => {
      const read: unknown = typeof value === "string" && value.startsWith("{") ? JSON.parse(value) : value;
      return isObject(read) && language in read ? read[language] : read;
    };
    const introductions = sold.map(({ productMinerIntroduce }) => String(inLanguage(productMinerIntroduce)));
    expect(new Set(introductions).size, "each has its own introduction").toBe(sold.length);
    const texts = [
      ...introductions,
      ...sold.flatMap(({ title, status_text, productMinerAttr, productMinerOtherAttr }) =>
        [title, status_text ?? title, productMinerAttr, productMinerOtherAttr].map((value) =>
          JSON.stringify(inLanguage(value)),
        ),
      ),
      ...notices.flatMap(({ title, content }) => [String(title), String(content)]),
    ];
    for (const text of texts) expect(text).not.toMatch(NOT_A_SHOPS);
    const titles = [...sold, ...notices].map(({ title }) => String(title));
    for (const text of [...titles, ...introductions]) expect(HAN.test(text), text).toBe(language === "el_GR");
    if (language === "en_US") for (const text of texts) expect(text).not.toMatch(HAN);
    for (const { price } of sold) expect(String(price)).toMatch(/^\d+(\.\d{1,2})?$/);
  },
);

test("demo: a rejected identity has its reason in the visitor's language, also after a reset", async () => {
  const sandbox = await upstream("demo");
  const reasons = async () => {
    const token = await signInAt(sandbox, DEMO_ACCOUNTS[3]);
    const [chinese, english] = await Promise.all(
      (["el_GR", "en_US"] as const).map(async (language) =>
        String((await exchange(sandbox, "common/user_info", {}, { token, language })).data.notPassReason),
      ),
    );
    return [HAN.test(chinese ?? ""), HAN.test(english ?? ""), english];
  };
  expect(await reasons()).toEqual([true, false, DEMO_ACCOUNTS[3].rejectReason.en_US]);
  await sandbox.reset();
  expect(await reasons()).toEqual([true, false, DEMO_ACCOUNTS[3].rejectReason.en_US]);
  const { data } = await exchange(sandbox, "notice/notice_info_list", { page: 1, pageSize: 100 });
  expect(JSON.stringify(data)).not.toMatch(NOT_A_SHOPS);
});

test("crowded: hundreds of products, orders, deposits and notices, each once; each product has a page", async () => {
  const sandbox = await upstream("crowded");
  for (const type of [1, 2]) {
    const pages = await Promise.all([1, 2, 3].map((page) => products(sandbox, type, page)));
    const rows = pages.flatMap(({ data }) => data);
    expect(pages[0]?.count).toBe(300);
    expect(new Set(rows.map(({ productId }) => String(productId))).size).toBe(300);
    const last = rows.at(-1);
    const { data } = await hashrate(sandbox, "project_sku_detail", { productId: last?.productId });
    expect(data.title).toBe(last?.title);
  }
  const token = await signInAt(sandbox, RICH);
  expect((await hashrate(sandbox, "getOrderList", { page: 9, pageSize: 100 }, { token })).data.count).toBe(810);
  const deposits = await exchange(sandbox, "record/deposit_list", { coinSymbol: "USDT", page: 1 }, { token });
  expect(deposits.data.count).toBe(284);
  const notices = (await exchange(sandbox, "notice/notice_info_list", { page: 1, pageSize: 100 })).data;
  const times = (notices.noticeInfoList as Row[]).map(({ timeLong }) => Number(timeLong));
  expect(Number(notices.count)).toBeGreaterThan(400);
  expect(times).toEqual([...times].sort((a, b) => b - a));
});
