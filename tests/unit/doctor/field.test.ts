import { afterAll, expect, test } from "vitest";
import { SCENARIOS } from "@storefront/sandbox/scenarios";
import { DEMO_ACCOUNTS } from "@storefront/sandbox/seed";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { createExamination } from "~tools/doctor/examination";
import { closingFlags, describeAddress, describeFlags, sentNetworks } from "~tools/doctor/networks";
import type { Report } from "~tools/doctor/report";
import { fieldVariables } from "~tools/demo/sandbox";
import { diagnose, settingOf } from "../../support/doctor";
import { useUpstream } from "../../support/upstream";

/** `npm run doctor` on the oddities of real platforms: the scenario `field`, and more cases of each. */

const sandbox = await useUpstream();
const field = await startSandbox({ scenario: SCENARIOS.field });
afterAll(() => field.close());
const [{ email, password }] = DEMO_ACCOUNTS;
const typed = async (at: Sandbox) => [email, password, await at.code(email, "google")];
const ADDRESSES = { options: ["--addresses"] };

const findingsOf = ({ calls }: Report, name: string) =>
  calls.filter(({ call }) => call.startsWith(name)).flatMap(({ findings }) => findings.map(({ text }) => text));
const askedAddresses = async (at: Sandbox) =>
  (await at.requests("get_charge_address")).map(({ body }) => (body as { symbol: string }).symbol);

test("field: the report names each oddity and the two variables that the shop needs", async () => {
  const report = await diagnose(field.url, { typed: await typed(field), ...ADDRESSES });
  const market = findingsOf(report, "public_info_market").join("\n");
  expect(market).toContain("USDTPOLYGON (followCoinDepositOpen), USDT(OMNI) (usdt_open_omni), USDTSOL (depositOpen)");
  expect(market).toContain("coins shown under another name: USDT1742 as USDT, FIL1742 as FIL");
  expect(market).toContain("distinguished by symbol: USDT1742, USDT");
  expect(market).toMatch(/networks without their own name: BTC, .*LINK/);

  expect(findingsOf(report, "get_charge_address (XRP)")).toEqual([expect.stringContaining("its memo is unannounced")]);
  expect(findingsOf(report, "get_charge_address (LUNC)").join()).toContain("tagType says that there is no memo");
  for (const none of ["KAVA", "ATOM"])
    expect(findingsOf(report, `get_charge_address (${none})`).join()).toContain("may not be an address");
  expect(findingsOf(report, "get_charge_address (LTC)").join()).toContain("no address yet");
  expect(findingsOf(report, "get_charge_address (TON)")).toEqual([]);

  const writing = findingsOf(report, "responses");
  const found = (words: string, call: string) => writing.some((text) => text.startsWith(words) && text.includes(call));
  expect(found("the text is in message", "notice_info_list")).toBe(true);
  expect(found("compressed as gzip,", "public_info_market")).toBe(true);
  expect(found("compressed as gzip without a label,", "app_download")).toBe(true);
  expect(found("compressed as br,", "deposit_list")).toBe(true);
  expect(found("texts that are not UTF-8", "project_sku (power)")).toBe(true);

  const wanted = fieldVariables(field.url);
  expect(Object.fromEntries(report.settings.map(({ variable, value }) => [variable, value]))).toEqual(wanted);
  expect(report.signedIn).toBe(true);
  expect(report.calls.find(({ call }) => call === "user_info")?.outcome, "it continues with a real session").toBe(
    "read",
  );
});

test("field: with its settings applied, only addresses that the platform must fix remain", async () => {
  const run = { typed: await typed(field), variables: fieldVariables(field.url), ...ADDRESSES };
  const report = await diagnose(field.url, run);
  expect(report.settings).toEqual([]);
  expect(findingsOf(report, "pictures")).toEqual([]);
  const odd = report.calls.filter(({ findings }) => findings.some(({ level }) => level === "problem"));
  expect(odd.map(({ call }) => call)).toEqual(["ATOM", "KAVA", "LUNC"].map((name) => `get_charge_address (${name})`));
  expect(report.exitCode).toBe(1);
});

test("field: the text of a rejection is also found in `message`", async () => {
  const report = await diagnose(field.url, { typed: [email, "not-it"] });
  expect(report.calls.find(({ call }) => call === "login_in")).toMatchObject({
    outcome: "refused",
    found: expect.stringMatching(/帳號或密碼錯誤/),
  });
  expect(findingsOf(report, "responses").find((text) => text.startsWith("the text is in message"))).toContain(
    "login_in",
  );
});

test("addresses: one per open network, none of closed networks, at most 20", async () => {
  await field.reset();
  const report = await diagnose(field.url, {
    typed: await typed(field),
    variables: fieldVariables(field.url),
    ...ADDRESSES,
  });
  // An unreadable address is retried once, like any read.
  const asked = [...new Set(await askedAddresses(field))];
  for (const closed of ["USDTPOLYGON", "USDT(OMNI)", "USDTSOL", "XCH", "EUR"]) expect(asked).not.toContain(closed);
  expect(asked).toEqual(expect.arrayContaining(["USDTBSC", "EUSDT", "TUSDT", "USDT", "XRP"]));
  expect(report.calls.filter(({ call }) => call.startsWith("get_charge_address"))).toHaveLength(asked.length);

  const names = Array.from({ length: 30 }, (_, index) => `C${index}`);
  const mapOf = (value: (name: string) => object) => Object.fromEntries(names.map((name) => [name, value(name)]));
  const followers = { B1: { name: "B1", mainChainName: "One" }, B2: { name: "B2", mainChainName: "Two" } };
  const market = {
    coinList: mapOf((showName) => ({ showName, mainChainName: "Main" })),
    followCoinList: { C0: followers },
  };
  await sandbox.fail("public_info_market", { kind: "answer", body: { code: 0, data: { market } } });
  const allCoinMap = mapOf(() => ({
    allBalance: "0",
    normal_balance: "0",
    lock_balance: "0",
    sort: 1,
    depositOpen: 1,
  }));
  const body = { code: 0, data: { allCoinMap, totalBalance: "0", totalBalanceSymbol: "USDT" } };
  await sandbox.fail("account_balance", { kind: "answer", body });
  await sandbox.fail("get_charge_address", { kind: "answer", body: { code: 0, data: { addressStr: "0x1234567890" } } });
  const many = await diagnose(sandbox.url, { typed: await typed(sandbox), ...ADDRESSES });
  const chosen = await askedAddresses(sandbox);
  expect([chosen.length, new Set(chosen).size]).toEqual([20, 20]);
  expect(chosen, "each coin's first network comes before second ones").not.toContain("B2");
  expect(findingsOf(many, "get_charge_address")).toContain("11 more networks were skipped");
});

test("pictures: one proposed IMAGE_HOSTS lists every missing host, those in texts too", async () => {
  const images = ["http://one.invalid/1.png", "http://two.invalid/2.png", "https://three.invalid/3.png"];
  const banners = { code: 0, data: images.map((img) => ({ img })) };
  await sandbox.fail("kv", { kind: "answer", body: banners }, { asking: { keys: "banner-h5" } });
  const notice = { id: 1, title: "A", content: '<p><img src="http://four.invalid/upload/x.png"></p>', timeLong: 1 };
  await sandbox.fail("notice_info_list", {
    kind: "answer",
    body: { code: 0, data: { count: 1, noticeInfoList: [notice] } },
  });
  const run = { options: ["--public"] };
  const value = settingOf(await diagnose(sandbox.url, run), "IMAGE_HOSTS")?.value ?? "";
  const hosts = value.split(",");
  expect(new Set(hosts)).toEqual(
    new Set(["http://one.invalid", "http://two.invalid", "https://three.invalid", "http://four.invalid"]),
  );
  const again = await diagnose(sandbox.url, { ...run, variables: { IMAGE_HOSTS: value } });
  expect(settingOf(again, "IMAGE_HOSTS")).toBeUndefined();
});

test.each([
  ["HEADER_TOKEN", "exchange-token", null],
  ["HEADER_TOKEN", "x-token", "x-token"],
  ["ORDER_STATUS", "0:paid,1:pending,2:mining,3:ended", null],
  ["SESSION_TOKEN", "first", null],
])("%s=%s is proposed as %s", (variable, value, proposed) => {
  const { settings, suggest, observer } = createExamination();
  observer.end();
  suggest({ level: "note", variable, value: "something else", why: "" });
  suggest({ level: "problem", variable, value, why: "" });
  expect(settings).toEqual([{ level: "problem", variable, value: proposed, why: "" }]);
});

test.each([
  ["rEb8_105512345", "unsaid", ["note"]],
  ["rEb8_105512345", "none", ["problem"]],
  ["rEb8_105512345", "optional", []],
  ["rEb8", "required", ["problem"]],
  ["rEb8", "optional", []],
  ["rEb8_null", "unsaid", ["problem"]],
  ["rEb8_NaN", "required", ["problem"]],
  ["rEb8_0", "required", ["problem"]],
  ["rEb8_12_12", "unsaid", ["problem"]],
  ["rEb8?memo=12", "unsaid", ["problem"]],
  ["undefined_12", "optional", ["problem"]],
  ["0x0", "none", ["problem"]],
  [undefined, "none", ["problem"]],
  ["", "none", ["note"]],
  [`UQ${"a".repeat(38)}_7482915`, "unsaid", []],
] as const)("an address %j whose memo is %s reads as %j, as in the shop", (address, need, levels) => {
  expect(describeAddress(address, need).map((finding) => finding.level)).toEqual(levels);
});

test("closed networks are listed with their reason: a false flag, or another row of the same name", async () => {
  const coinList = { A: {}, ABSC: { depositOpen: 0 }, B: { depositOpen: false, mainChainName: "B" } };
  const followCoinList = {
    A: { x: { name: "ABSC", mainChainName: "BSC" }, y: { name: "ATRX", mainChainName: "TRC20" } },
  };
  const data = { market: { coinList, followCoinList } };
  await sandbox.fail("public_info_market", { kind: "answer", body: { code: 0, data } });
  const report = await diagnose(sandbox.url, { options: ["--public"] });
  expect(findingsOf(report, "public_info_market")).toContain(
    "closed networks: ABSC (another row), ABSC (depositOpen), B (depositOpen)",
  );
});

test("a flag that closes no listed network is reported, since it may use another name", () => {
  const coinList = { USDT: { mainChainName: "TRC20" }, BTC: {} };
  const flags = closingFlags({ switch: { usdt_open_trc20: 0, usdt_open_tron: 0, btc_open_btc: 1, eth_open_eth: "0" } });
  const networks = sentNetworks({ market: { coinList, followCoinList: {} } }, flags);
  expect(describeFlags(networks, flags)).toEqual([
    { level: "note", text: expect.stringMatching(/: usdt_open_tron, eth_open_eth$/) },
  ]);
  expect(describeFlags(networks, [])).toEqual([]);
});
