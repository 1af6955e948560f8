import { expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "@storefront/sandbox/seed";
import { checkStatuses, DEPOSIT_WORDS, ORDER_WORDS } from "~tools/doctor/statuses";
import { diagnose, problemsOf, settingOf } from "../../support/doctor";
import { useUpstream } from "../../support/upstream";

/** Wrong variables that `npm run doctor` finds, and the values that it proposes. */

const sandbox = await useUpstream();
const [{ email, password }] = DEMO_ACCOUNTS;
const typed = async () => [email, password, await sandbox.code(email, "google")];
const OPTIONS = { options: ["--public"] };

test("an unknown status is in the proposed value, with a placeholder for its label", async () => {
  const variables = { ORDER_STATUS: "0:paid,1:pending", DEPOSIT_STATUS: "0:unconfirmed" };
  const report = await diagnose(sandbox.url, { typed: await typed(), variables });
  expect(problemsOf(report, "getOrderList")).toContain("status 2 has no meaning here");
  expect(settingOf(report, "ORDER_STATUS")?.value).toBe("0:paid,1:pending,2:LABEL,3:LABEL");
  expect(settingOf(report, "DEPOSIT_STATUS")?.value).toBe("0:unconfirmed,1:LABEL,2:LABEL");
});

const known = new Map([
  ["0", "paid"],
  ["1", "mining"],
]);

test.each([
  [{ rawStatus: "4", statusText: "Pending Mining" }, "0:paid,1:mining,4:pending"],
  [{ rawStatus: "ENDED", statusText: "已結束" }, "0:paid,1:mining,ENDED:ended"],
  [{ rawStatus: "1", statusText: "待挖礦" }, "0:paid,1:pending"],
  [{ rawStatus: "1", statusText: "Mining" }, undefined],
  [{ rawStatus: "0" }, undefined],
])("an order's %j makes its status %s", (row, value) => {
  const variable = { name: "ORDER_STATUS", known, words: ORDER_WORDS };
  expect(checkStatuses(variable, [{ status: "", ...row }]).settings[0]?.value).toBe(value);
});

test.each([
  ["Unconfirmed", "unconfirmed"],
  ["已完成", "completed"],
  ["Confirmed", "completed"],
  ["異常", "exception"],
])("a deposit that the platform calls %s is %s", (statusText, label) => {
  const variable = { name: "DEPOSIT_STATUS", known: new Map<string, string>(), words: DEPOSIT_WORDS };
  expect(checkStatuses(variable, [{ status: "", rawStatus: "9", statusText }]).settings[0]?.value).toBe(`9:${label}`);
});

test("another key for the website configuration is found by its usual names", async () => {
  const report = await diagnose(sandbox.url, { ...OPTIONS, variables: { SITE_CONFIG_KEY: "shop" } });
  expect(settingOf(report, "SITE_CONFIG_KEY")).toMatchObject({ level: "problem", value: "merchant-config-h5" });
});

test("if miners have no attributes, another key is suggested", async () => {
  const body = { code: 0, data: { count: 1, data: [{ productId: 7, title: "Miner", thumbnail2List: "" }] } };
  await sandbox.fail("project_sku", { kind: "answer", body }, { asking: { type: "2" } });
  const report = await diagnose(sandbox.url, OPTIONS);
  expect(settingOf(report, "MINER_ATTR_KV_KEY")?.level).toBe("note");
});

test("a wrong storage product is reported as a missing path", async () => {
  await sandbox.fail("getUserAccountByUid", { kind: "gateway", status: 404 });
  const report = await diagnose(sandbox.url, { ...OPTIONS, variables: { STORAGE_PRODUCT: "filecoin" } });
  expect(settingOf(report, "STORAGE_PRODUCT")?.why).toBe("nothing is at /fe-filecoin-api/getUserAccountByUid");
});

test("a wrong token header is reported, since the new session is not recognised", async () => {
  const report = await diagnose(sandbox.url, { typed: await typed(), variables: { HEADER_TOKEN: "x-token" } });
  expect(settingOf(report, "HEADER_TOKEN")?.level).toBe("problem");
});

test("a wrong language header is reported, since notices are the same in both languages", async () => {
  const report = await diagnose(sandbox.url, { ...OPTIONS, variables: { HEADER_LANGUAGE: "x-language" } });
  expect(settingOf(report, "HEADER_LANGUAGE")?.level).toBe("note");
  expect(settingOf(await diagnose(sandbox.url, OPTIONS), "HEADER_LANGUAGE")).toBeUndefined();
});

test("an amount with a separator or unit is reported without its digits", async () => {
  await sandbox.setProduct("1001", { price: "9,812.50 USDT" });
  const report = await diagnose(sandbox.url, OPTIONS);
  expect(problemsOf(report, "project_sku (power)")).toEqual([
    "1 have terms that cannot be read: nobody can buy them",
    'price: cannot be read in 1 of 8, such as "9,999.99 aaaa"',
  ]);
  expect(JSON.stringify(report)).not.toContain("812.50");
});

test("a market without networks is reported as preventing deposits", async () => {
  const body = { code: 0, data: { market: { coinList: { USDT: { showName: "USDT" } } } } };
  await sandbox.fail("public_info_market", { kind: "answer", body });
  const report = await diagnose(sandbox.url, { typed: await typed() });
  expect(problemsOf(report, "public_info_market")).toEqual([
    "the networks of USDT cannot be read: no deposit",
    "followCoinList: missing",
  ]);
  expect(problemsOf(report, "account_balance")).toContain(
    "USDT accepts deposits, but none of its networks can be read",
  );
});

test("pictures on other hosts and broken relative ones are reported with their variables", async () => {
  const images = ["http://images.example/1.png", "/images/no-such-picture.png", "/images/no-other-picture.png"];
  const body = { code: 0, data: images.map((img) => ({ img })) };
  await sandbox.fail("kv", { kind: "answer", body }, { asking: { keys: "banner-h5" } });
  const report = await diagnose(sandbox.url, OPTIONS);
  expect(problemsOf(report, "pictures")).toEqual([
    expect.stringMatching(/^http:\/\/images\.example: E\w+ \(1 of 12\)$/),
    `${sandbox.url}: status 404 (2 of 12)`,
  ]);
  expect(settingOf(report, "IMAGE_HOSTS")?.value).toBe("http://images.example");
  expect(settingOf(report, "IMAGE_BASE_URL")?.value).toBeNull();
});
