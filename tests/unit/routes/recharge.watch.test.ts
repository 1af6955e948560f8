import { afterEach, expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import { deleteAccountData } from "~server/account/account-data";
import { store } from "~server/store/shared";
import { depositorOf } from "../../support/depositing";
import { all, attributesOf, linksOf, textOf, textsOf } from "../../support/html";
import { breakStore } from "../../support/store";
import { useUpstream } from "../../support/upstream";

const LIST = "deposit_list";
const PRODUCT = "/PowerProductDetail/1001?buyAmount=3";
const TO_PRODUCT = new URLSearchParams({ redirectTo: PRODUCT }).toString();
const ADDRESS_PAGE = `/Recharge/USDT?chain=TUSDT&${TO_PRODUCT}`;
const WATCH = `${ADDRESS_PAGE}&watch=on`;
const t = getText("en_US");

const sandbox = await useUpstream();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const OLD = { createdAt: 1_628_238_650_000, symbol: "USDT", amount: "12.5", status: 1, txid: "0xold" };
const NEW = { createdAt: Date.now(), symbol: "USDT", amount: "15.5", status: 0 };

/** Makes the upstream return these deposits, newest first. */
async function give(...deposits: object[]): Promise<void> {
  await sandbox.heal(LIST);
  const data = { financeList: deposits, count: deposits.length };
  await sandbox.fail(LIST, { kind: "answer", body: { code: 0, msg: "", data } });
}

/** A visitor who pressed "I have sent it" while the record had these deposits, a minute ago. */
async function watcher(...deposits: object[]) {
  await give(...deposits);
  const visitor = await depositorOf(sandbox);
  const press = async () => {
    const page = await visitor.open(ADDRESS_PAGE);
    return visitor.browser.submit(ADDRESS_PAGE, { intent: "sent" }, page);
  };
  const pressed = await press();
  expect([pressed.status, pressed.headers.get("location")]).toEqual([303, WATCH]);
  later();
  return { ...visitor, press };
}

/** Moves the clock a minute ahead, so that the next read is allowed. */
function later(ms = 61_000): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + ms);
}

const refreshOf = (page: { headers: Headers }) => page.headers.get("refresh");
const nowOf = (html: string) => textsOf(html, "[aria-current=step] h3").join();
const foundOf = (html: string) => textsOf(html, "main .section-head").map((row) => row.replace(/\s+/g, " "));

test("the button is a form with a token; a link or a forged post starts nothing", async () => {
  await give(OLD);
  const { open, browser } = await depositorOf(sandbox);
  const page = await open(ADDRESS_PAGE);
  expect(all(page.html, "form[method=post] button[name=intent][value=sent]")).toHaveLength(1);
  expect(refreshOf(page), "only the button starts reloads").toBeNull();
  const forged = await browser.post(ADDRESS_PAGE, { intent: "sent", csrf: "garbage" });
  expect(forged.status).toBe(403);
  const { status, html } = await open(WATCH);
  expect(status).toBe(200);
  expect(textOf(html)).toContain(t("Recharge.watchEnded"));
  expect(await sandbox.calls(LIST)).toBe(0);
});

test("nothing is watched for a coin whose name every object inherits", async () => {
  const { open } = await depositorOf(sandbox);
  const { status, html } = await open(WATCH.replace("USDT", "constructor"));
  expect([status, textOf(html)]).toEqual([200, expect.stringContaining(t("Recharge.watchEnded"))]);
});

test("older deposits do not count: the page waits, and reloads by a header", async () => {
  const { open } = await watcher(OLD);
  const page = await open(WATCH);
  expect(page.status).toBe(200);
  expect(refreshOf(page)).toBe("30");
  expect(page.html).not.toContain("http-equiv");
  expect(nowOf(page.html)).toBe(t("Recharge.waiting"));
  expect(foundOf(page.html)).toEqual([]);
  expect(linksOf(page.html)).toContainEqual({ href: ADDRESS_PAGE, text: t("Recharge.stop") });
  expect(page.html).not.toMatch(/deposit-address|class="qr"/);
  expect(refreshOf(await open(ADDRESS_PAGE)), "the watch has ended").toBeNull();
});

test("a new deposit is detected, then credited, which stops the reloads and leads back to the purchase", async () => {
  const { open } = await watcher(OLD);
  await give(NEW, OLD);
  const seen = await open(WATCH);
  expect(nowOf(seen.html)).toBe(t("Recharge.seen"));
  expect(foundOf(seen.html)).toEqual(["15.5 USDT Unconfirmed"]);
  expect(refreshOf(seen)).toBe("30");
  later();
  // The same deposit, now with its transaction.
  await give({ ...NEW, status: 1, txid: "0xnew" }, OLD);
  const credited = await open(WATCH);
  expect(textsOf(credited.html, "h2")).toEqual([t("Recharge.credited")]);
  expect(foundOf(credited.html)).toEqual(["15.5 USDT Completed"]);
  expect(refreshOf(credited)).toBeNull();
  expect(linksOf(credited.html)).toContainEqual({ href: PRODUCT, text: "Continue your purchase" });
  const calls = await sandbox.calls(LIST);
  expect(textOf((await open(WATCH)).html)).toContain(t("Recharge.credited"));
  expect(await sandbox.calls(LIST), "a credited deposit is not read again").toBe(calls);
});

const RENAMED = {
  coinList: { USDT: { showName: "Tether" }, BTC: {} },
  followCoinList: {
    USDT: { a: { name: "TUSDT", mainChainName: "TRC20" }, b: { name: "EUSDT", mainChainName: "ERC20" } },
  },
};

test.each([
  ["its displayed name", "Tether"],
  ["its network", "EUSDT"],
  ["lower case", "usdt"],
])("a deposit that names its coin by %s is detected", async (_, symbol) => {
  await sandbox.fail("public_info_market", { kind: "answer", body: { code: 0, data: { market: RENAMED } } });
  const { open } = await watcher(OLD);
  await give({ ...NEW, symbol: "BTC" }, { ...NEW, symbol }, OLD);
  expect(foundOf((await open(WATCH)).html)).toEqual(["15.5 Tether Unconfirmed"]);
  await sandbox.heal("public_info_market");
});

test("an older deposit under another name is not new when the name is known only later", async () => {
  const earlier = { ...NEW, symbol: "Tether" };
  const { open } = await watcher(earlier);
  await sandbox.fail("public_info_market", { kind: "answer", body: { code: 0, data: { market: RENAMED } } });
  expect(nowOf((await open(WATCH)).html)).toBe(t("Recharge.waiting"));
  await sandbox.heal("public_info_market");
});

test("an older deposit that is credited is not taken for the new one", async () => {
  const { open } = await watcher({ ...NEW, txid: undefined }, OLD);
  await give({ ...NEW, status: 1, txid: "0xnew" }, OLD);
  expect(nowOf((await open(WATCH)).html)).toBe(t("Recharge.waiting"));
});

test.each([
  ["amount", { amount: undefined }],
  ["time", { createdAt: undefined }],
  ["amount and time", { amount: undefined, createdAt: undefined }],
])("an older deposit whose %s is added later is not taken for the new one", async (_, without) => {
  const { open } = await watcher({ ...NEW, ...without }, OLD);
  await give({ ...NEW, status: 1 }, OLD);
  expect(nowOf((await open(WATCH)).html)).toBe(t("Recharge.waiting"));
  later();
  await give({ ...NEW, amount: "3" }, { ...NEW, status: 1 }, OLD);
  expect(foundOf((await open(WATCH)).html)).toEqual(["3 USDT Unconfirmed"]);
});

test("an older deposit that moves up to a full page is not new", async () => {
  const page = Array.from({ length: 10 }, (_, index) => ({ ...OLD, txid: `0x${index}`, amount: String(20 - index) }));
  const { open } = await watcher(...page);
  await give(...page.slice(1), { ...OLD, txid: "0xolder", amount: "3" });
  expect(nowOf((await open(WATCH)).html)).toBe(t("Recharge.waiting"));
  later();
  await give(NEW, ...page.slice(0, 9));
  expect(foundOf((await open(WATCH)).html)).toEqual(["15.5 USDT Unconfirmed"]);
});

test.each([OLD.createdAt, "2021-08-06 08:30:50"])(
  "a deposit of %s that moves to the front is not new",
  async (createdAt) => {
    const page = Array.from({ length: 10 }, (_, index) => ({ ...OLD, txid: `0x${index}`, amount: String(20 - index) }));
    const { open } = await watcher(...page);
    await give({ ...OLD, createdAt, txid: "0xolder", amount: "3" }, ...page.slice(0, 9));
    expect(nowOf((await open(WATCH)).html)).toBe(t("Recharge.waiting"));
  },
);

test("an exceptional deposit is reported as such, not as credited", async () => {
  const { open } = await watcher(OLD);
  await give({ ...NEW, status: 2 }, OLD);
  const page = await open(WATCH);
  expect(textOf(page.html)).toContain(t("DepositRecord.attention"));
  expect(foundOf(page.html)).toEqual(["15.5 USDT Exception"]);
  expect(linksOf(page.html)).toContainEqual({ href: "/LeavingMessage", text: t("common.support") });
  expect(textOf(page.html)).not.toContain(t("Recharge.credited"));
  expect(refreshOf(page)).toBeNull();
});

test("an unreadable list counts as neither waiting nor credited", async () => {
  const { open } = await watcher(OLD);
  await sandbox.heal(LIST);
  await sandbox.fail(LIST, { kind: "types" });
  const page = await open(WATCH);
  expect(page.status).toBe(503);
  expect(textOf(page.html)).toContain(t("Recharge.watchUnread"));
  expect(textOf(page.html)).not.toContain(t("Recharge.credited"));
  expect(linksOf(page.html)).toContainEqual({ href: WATCH, text: t("common.retry") });
  expect(refreshOf(page), "the page reloads").toBe("30");
});

test("while the store does not respond the page says so, and never reports a credit", async () => {
  const { open, press } = await watcher(OLD);
  await give({ ...NEW, status: 1 }, OLD);
  breakStore();
  const page = await open(WATCH);
  expect(page.status).toBe(503);
  expect(textOf(page.html)).toContain(t("Recharge.watchFails"));
  expect(textOf(page.html)).not.toContain(t("Recharge.credited"));
  expect(linksOf(page.html)).toContainEqual({ href: ADDRESS_PAGE, text: t("Recharge.stop") });
  const again = await press();
  expect(again.status).toBe(503);
  expect(textOf(again.html)).toContain(t("Recharge.watchNotBegun"));
  expect(attributesOf(again.html, "#deposit-address", "id"), "the address is still shown").toHaveLength(1);
});

test("a visitor's tabs together read twice a minute, and show the last result in between", async () => {
  const { open, press } = await watcher(OLD);
  const before = await sandbox.calls(LIST);
  await give(NEW, OLD);
  // Loads every 6 s, from two tabs in turn.
  for (let load = 0; load < 10; load += 1) {
    const { html } = await open(load % 2 ? WATCH.replace("TUSDT", "EUSDT") : WATCH);
    expect(nowOf(html)).toBe(t("Recharge.seen"));
    later(5_900);
  }
  expect((await sandbox.calls(LIST)) - before).toBe(2);
  // Another press starts a new watch from the last record, which has the deposit.
  expect((await press()).status).toBe(303);
  expect((await sandbox.calls(LIST)) - before).toBe(2);
  expect(nowOf((await open(WATCH)).html)).toBe(t("Recharge.waiting"));
  later();
  await give({ ...NEW, amount: "3" }, NEW, OLD);
  expect(foundOf((await open(WATCH)).html)).toEqual(["3 USDT Unconfirmed"]);
});

test("with no read left and no recent result the button says how long to wait", async () => {
  const { open, browser } = await watcher(OLD);
  await open(WATCH);
  later(30_000);
  await open(WATCH);
  const page = await open("/Recharge/BTC");
  const refused = await browser.submit("/Recharge/BTC?chain=BTC", { intent: "sent" }, page);
  expect(refused.status).toBe(429);
  expect(textOf(refused.html)).toMatch(/Try again in \d+ seconds/);
});

test("a watched deposit is never another visitor's, and is deleted with the account's data", async () => {
  const { open, account, token } = await watcher(OLD);
  const page = await open(ADDRESS_PAGE);
  expect(linksOf(page.html), "a link to the watched deposit").toContainEqual({
    href: WATCH,
    text: t("Recharge.watchAgain"),
  });
  const other = await depositorOf(sandbox);
  expect(textOf((await other.open(WATCH)).html)).toContain(t("Recharge.watchEnded"));
  await deleteAccountData({ token, id: "", signInId: "", userId: String(account.id), account: account.email });
  expect(textOf((await open(WATCH)).html)).toContain(t("Recharge.watchEnded"));
});

test("a purchase needs price times quantity minus the balance; the URL names no amount", async () => {
  await sandbox.setProduct("1001", { price: "10.25", stock: "1000" });
  const { open } = await depositorOf(sandbox);
  const hold = async (balance: string) => {
    await sandbox.heal("getUserAccountByUid");
    await sandbox.fail("getUserAccountByUid", { kind: "answer", body: { code: 0, data: { balance, accountType: 1 } } });
  };
  const query = (path: string) => new URLSearchParams({ redirectTo: path }).toString();
  const needOf = async (path: string) =>
    textsOf((await open(`/Recharge/USDT?chain=TUSDT&amount=1&${query(path)}`)).html, "p.toast-info").join();
  await hold("0");
  expect(await needOf(PRODUCT)).toMatch(/^Still needed for your purchase: 30\.75 USDT/);
  await hold("15.25");
  expect(await needOf(`${PRODUCT}&payAmount=1&price=1`)).toBe(
    "Still needed for your purchase: 15.50 USDT. Add any network fee your wallet takes off.",
  );
  expect(await needOf("/PowerProductDetail/1001?buyAmount=1")).toBe("Your balance is enough for your purchase.");
  await hold("28.75");
  expect(await needOf(PRODUCT)).toMatch(
    /^Still needed for your purchase: 2\.00 USDT\. .* Minimum deposit: 5 USDT, more than you need/,
  );
  for (const path of [
    "/PowerProductDetail/1001",
    "/PowerProductDetail/1001?buyAmount=x",
    "/PowerProductDetail/99999?buyAmount=1",
    "/MyOrder?buyAmount=3",
  ]) {
    expect(await needOf(path)).toBe("");
  }
  await sandbox.heal("getUserAccountByUid");
  await sandbox.fail("getUserAccountByUid", { kind: "answer", body: { code: 500, msg: "busy" } });
  expect(await needOf(PRODUCT), "an unreadable balance is not shown as an empty one").toBe("");
});

test("a record that is unreadable when the button is pressed is not stored as empty", async () => {
  await give(OLD);
  const { open, browser } = await depositorOf(sandbox);
  const page = await open(ADDRESS_PAGE);
  await sandbox.heal(LIST);
  await sandbox.fail(LIST, { kind: "reset" });
  const refused = await browser.submit(ADDRESS_PAGE, { intent: "sent" }, page);
  expect(refused.status).toBe(503);
  await give(OLD);
  expect(textOf((await open(WATCH)).html)).toContain(t("Recharge.watchEnded"));
});

test("the second of two identical deposits counts as new", async () => {
  const { open } = await watcher(NEW);
  await give(NEW, { ...NEW, status: 1 });
  expect(foundOf((await open(WATCH)).html)).toHaveLength(1);
});

test("of a record with thousands of deposits, a hundred are stored", async () => {
  await give();
  const { open, browser } = await depositorOf(sandbox);
  const financeList = Array.from({ length: 2_000 }, (_, at) => ({ ...OLD, txid: `0x${at}` }));
  await sandbox.heal(LIST);
  await sandbox.fail(LIST, { kind: "answer", body: { code: 0, msg: "", data: { financeList, count: 1_000_000 } } });
  const commit = vi.spyOn(store(), "commit");
  await browser.submit(ADDRESS_PAGE, { intent: "sent" }, await open(ADDRESS_PAGE));
  const values = commit.mock.calls.flatMap(([{ write }]) => Object.values(write).map((entry) => entry?.value ?? ""));
  expect(values.filter((value) => value.includes('"rows"'))).toHaveLength(1);
  expect(Math.max(...values.map(({ length }) => length))).toBeLessThan(20_000);
});

test.each([1e300, -1])("a stored watch with a time that no date has is no watch: %s", async (atMs) => {
  const { open } = await watcher(OLD);
  const get = store().get.bind(store());
  vi.spyOn(store(), "get").mockImplementation(
    async (key) => ((await get(key)) ?? "").replace(/"atMs":\d+/, `"atMs":${atMs}`) || null,
  );
  const page = await open(WATCH);
  expect([page.status, nowOf(page.html)]).toEqual([200, ""]);
});

test.each([
  ["deposits", /"found":\[\]/, `"found":[${Array(101).fill('{"status":"unknown","rawStatus":"x"}').join()}]`],
  ["rows", /"rows":\[.*?\]/, `"rows":[${Array(101).fill('{"at":"x"}').join()}]`],
])("a stored watch with more %s than any of ours is no watch", async (_, part, sent) => {
  const { open } = await watcher(OLD);
  const get = store().get.bind(store());
  vi.spyOn(store(), "get").mockImplementation(async (key) => (await get(key))?.replace(part, sent) ?? null);
  const page = await open(WATCH);
  expect([page.status, nowOf(page.html)]).toEqual([200, ""]);
});
