import { expect, test } from "vitest";
import { formatTime } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import { all, linksOf, textOf, textsOf } from "../../support/html";
import { memberOf } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

const DEPOSITS = "deposit_list";
const t = getText("en_US");

const sandbox = await useUpstream();

async function member(locale = "en_US") {
  const visitor = await memberOf(sandbox, { locale });
  return { ...visitor, open: (path = "/DepositRecord/USDT") => visitor.open(path) };
}

/** A member with this many deposits of 1, 2, 3 … USDT; the last one is the newest. */
async function depositor(count: number) {
  const visitor = await member();
  for (let amount = 1; amount <= count; amount += 1) {
    await sandbox.credit(visitor.account.email, "USDT", String(amount));
    await sandbox.advance(1_000);
  }
  return visitor;
}

const DEPOSIT = { createdAt: 1_628_238_650_000, symbol: "USDT", amount: "12.5", status: 1, txid: "0xfeed" };

/** Makes the upstream return these deposits. */
const give = (deposits: readonly (object | null)[], count: unknown = deposits.length) =>
  sandbox.fail(DEPOSITS, { kind: "answer", body: { code: 0, msg: "", data: { financeList: deposits, count } } });

const tagsOf = (html: string) => all(html, ".tag").map((tag) => [tag.attr("class")?.replace("tag ", ""), textOf(tag)]);
const amountsOf = (html: string) => textsOf(html, "tbody th").map((head) => /([\d.,]+) USDT/.exec(head)?.[1]);

test("a deposit shows its amount, status, transaction, and time with zone", async () => {
  await give([DEPOSIT]);
  const { status, html } = await (await member()).open();
  expect(status).toBe(200);
  const text = textOf(html);
  for (const fact of [
    "12.5 USDT",
    textOf(formatTime(DEPOSIT.createdAt, "en_US")),
    "16:30 (UTC+8)",
    `${t("DepositRecord.txid")} 0xfeed`,
    "Completed",
    t("DepositRecord.count", { count: 1 }),
  ]) {
    expect(text).toContain(fact);
  }
});

test("there are ten per page, newest first, with links to later and earlier pages", async () => {
  const { open } = await depositor(23);
  const first = await open();
  expect(amountsOf(first.html)).toEqual(["23", "22", "21", "20", "19", "18", "17", "16", "15", "14"]);
  expect(textOf(first.html)).toContain(t("Pagination.page", { page: 1, pages: 3 }));
  expect(linksOf(first.html).filter(({ href }) => href.includes("page="))).toEqual([
    { href: "/DepositRecord/USDT?page=2", text: t("Pagination.older") },
  ]);
  const second = await open("/DepositRecord/USDT?page=2");
  expect(amountsOf(second.html)).toEqual(["13", "12", "11", "10", "9", "8", "7", "6", "5", "4"]);
  expect(linksOf(second.html).filter(({ href }) => href.includes("page="))).toEqual([
    { href: "/DepositRecord/USDT?page=3", text: t("Pagination.older") },
    { href: "/DepositRecord/USDT?page=1", text: t("Pagination.newer") },
  ]);
  const last = await open("/DepositRecord/USDT?page=3");
  expect(amountsOf(last.html)).toEqual(["3", "2", "1"]);
  expect(textOf(last.html)).toContain(t("Pagination.noMore"));
  expect(linksOf(last.html).filter(({ href }) => href.includes("page="))).toEqual([
    { href: "/DepositRecord/USDT?page=2", text: t("Pagination.newer") },
  ]);
  expect((await sandbox.requests(DEPOSITS)).map(({ body }) => body)).toEqual(
    [1, 2, 3].map((page) => ({ coinSymbol: "USDT", page, pageSize: 10 })),
  );
});

test.each([
  [0, "unconfirmed", "Unconfirmed"],
  ["1", "completed", "Completed"],
  [2, "exception", "Exception"],
] as const)("deposit status %j is %s by the default map: %s", async (status, name, english) => {
  await give([{ ...DEPOSIT, status }]);
  const { open, browser } = await member();
  expect(tagsOf((await open()).html)).toEqual([[`tag-${name}`, english]]);
  browser.jar.set("ulan", "el_GR");
  expect(tagsOf((await open()).html)).toEqual([[`tag-${name}`, getText("el_GR")(`DepositRecord.${name}`)]]);
});

test("an unknown status shows a neutral label with the raw value, and breaks nothing", async () => {
  await give([
    { ...DEPOSIT, status: 77 },
    { ...DEPOSIT, status: "frozen" },
    { ...DEPOSIT, status: null },
  ]);
  const { status, html } = await (await member()).open();
  expect(status).toBe(200);
  expect(tagsOf(html)).toEqual([
    ["tag-unknown", "Status 77"],
    ["tag-unknown", "Status frozen"],
    ["tag-unknown", "—"],
  ]);
});

test("without deposits there is an empty state with a link to deposit", async () => {
  const { status, html } = await (await member()).open();
  expect(status).toBe(200);
  expect(textOf(html)).toContain(t("DepositRecord.empty"));
  expect(linksOf(html).map(({ href }) => href)).toContain("/Recharge/USDT");
});

test("an odd deposit hides no other, and its unreadable values are omitted", async () => {
  await give([{ ...DEPOSIT, amount: null, createdAt: undefined }, { ...DEPOSIT, symbol: {} }, null]);
  const { status, html } = await (await member()).open();
  expect(status).toBe(200);
  expect(textsOf(html, "tbody th")).toEqual(["— USDT", "12.5 USDT"]);
  expect(textOf(html)).toContain(" — ");
  expect(textOf(html)).toContain(t("common.omitted", { count: "1" }));
});

test("a count of 0 beside deposits, or a count without them, is not an empty list", async () => {
  const { open } = await member();
  await give([DEPOSIT], 0);
  expect(amountsOf((await open()).html)).toEqual(["12.5"]);
  await give([], 3);
  const text = textOf((await open()).html);
  expect(text).not.toContain(t("DepositRecord.empty"));
  expect(text).toContain(t("common.omitted", { count: "3" }));
});

test.each([
  ["a coin that the market does not list", "NOSUCH", { allCoinMap: { NOSUCH: { depositOpen: 1 } } }],
  ["a closed coin", "USDT", { allCoinMap: { USDT: { depositOpen: "0" } } }],
  ["a coin that the upstream does not confirm", "USDT", "surprise"],
])("%s has no deposit link", async (_, coin, balances) => {
  await give([]);
  await sandbox.fail("account_balance", { kind: "answer", body: { code: 0, data: balances } });
  const { status, html } = await (await member()).open(`/DepositRecord/${coin}`);
  expect(status).toBe(200);
  expect(textOf(html)).toContain(t("DepositRecord.empty"));
  expect(html).not.toContain("/Recharge/");
});

test.each(["%3Cscript%3E", "a%20b", "..%2F..%2Fx", "x".repeat(60)])(
  "a value that is not a coin symbol is not sent and not shown: %s",
  async (coin) => {
    const { status, html } = await (await member()).open(`/DepositRecord/${coin}`);
    expect(status).toBe(404);
    expect(textOf(html)).toContain(t("DepositRecord.unknownCoin"));
    expect(html).not.toContain("<script");
    expect(await sandbox.calls(DEPOSITS)).toBe(0);
  },
);

test("the page links back to the return target, which its other pages and the deposit keep", async () => {
  const product = "/PowerProductDetail/1001?buyAmount=3";
  const toProduct = new URLSearchParams({ redirectTo: product }).toString();
  const empty = linksOf((await (await member()).open(`/DepositRecord/USDT?${toProduct}`)).html);
  expect(empty).toContainEqual({ href: product, text: t("common.toPurchase") });
  expect(empty.map(({ href }) => href)).toContain(`/Recharge/USDT?${toProduct}`);
  const { open } = await depositor(11);
  const full = linksOf((await open(`/DepositRecord/USDT?${toProduct}`)).html);
  expect(full.map(({ href }) => href)).toContain(`/DepositRecord/USDT?${toProduct}&page=2`);
});

test("a coin in another case redirects to its own record", async () => {
  const { status, headers } = await (await member()).open("/DepositRecord/usdt?redirectTo=%2FAssets&page=x");
  expect([status, headers.get("location")]).toEqual([303, "/DepositRecord/USDT?redirectTo=%2FAssets"]);
});

test.each(["NOPE", "TUSDT"])("an unknown coin is 404, like its deposit page: %s", async (symbol) => {
  const { open } = await member();
  const page = await open(`/DepositRecord/${symbol}`);
  expect(page.status).toBe(404);
  expect(textOf(page.html)).toContain(t("DepositRecord.unknownCoin"));
  const chinese = await (await member("el_GR")).open(`/DepositRecord/${symbol}`);
  expect(textOf(chinese.html)).toContain(getText("el_GR")("DepositRecord.unknownCoin"));
  // Rows of another coin prove nothing; if the coin cannot be looked up, the page does not deny that it exists.
  await give([DEPOSIT]);
  expect((await open(`/DepositRecord/${symbol}`)).status).toBe(404);
  await sandbox.fail("account_balance", { kind: "reset" });
  expect((await open(`/DepositRecord/${symbol}`)).status).toBe(200);
});
