import { expect, test, vi } from "vitest";
import { outcomeSchema } from "~server/purchase/outcome";
import {
  RECEIPT_AGE_MS,
  readReceipt,
  receiptAgrees,
  receiptCookie,
  receiptSchema,
  successPath,
} from "~server/purchase/receipt";
import { parseOrders } from "~server/purchase/own-orders";
import { signQuote } from "~server/purchase/quote";

const receipt = {
  id: "q",
  productId: "7",
  title: "儲存算力 Filecoin",
  tokenAmount: "2.5",
  payAmount: "251.25",
  paySymbol: "USDT",
  terms: {},
  atMs: 1_790_000_000_000,
};

const requestWith = (cookie: string) => new Request("http://127.0.0.1:3000/Successpay", { headers: { cookie } });

async function cookieOf(sessionId: string): Promise<string> {
  return (await receiptCookie(receipt, sessionId)).split(";")[0] ?? "";
}

const query = (text: string) => new URLSearchParams(text);

test("a purchase's receipt can be read in its session", async () => {
  expect(await readReceipt(requestWith(`ulan=en_US; ${await cookieOf("me")}`), "me")).toEqual(receipt);
});

test("the receipt cookie is HttpOnly and lasts an hour", async () => {
  const cookie = await receiptCookie(receipt, "me");
  expect(cookie).toMatch(/^receipt=[\w.-]+; /);
  expect(cookie).toContain("HttpOnly");
  expect(cookie).toContain("SameSite=Lax");
  expect(cookie).toContain("Max-Age=3600");
});

test("a receipt fits a cookie, however long the product's title", async () => {
  const cookie = await receiptCookie({ ...receipt, title: "算".repeat(5_000) }, "me");
  expect(cookie.length).toBeLessThan(4_096);
});

test("a changed or invented receipt, or one of another session, is rejected", async () => {
  const cookie = await cookieOf("me");
  expect(await readReceipt(requestWith(cookie), "somebody")).toBeNull();
  const [header, body = "", signature] = cookie.replace("receipt=", "").split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const changed = Buffer.from(JSON.stringify({ ...claims, tokenAmount: "9999" })).toString("base64url");
  expect(await readReceipt(requestWith(`receipt=${header}.${changed}.${signature}`), "me")).toBeNull();
  expect(await readReceipt(requestWith("receipt=x"), "me")).toBeNull();
  expect(await readReceipt(new Request("http://127.0.0.1:3000/"), "me")).toBeNull();
});

test.each(["1".repeat(81), `0.${"0".repeat(81)}`, "1e1000000", ""])(
  "the store's amounts are decimals of limited length: %.10s…",
  (amount) => {
    for (const name of ["tokenAmount", "payAmount"])
      expect(receiptSchema.safeParse({ ...receipt, [name]: amount }).success).toBe(false);
    expect(outcomeSchema.safeParse({ kind: "termsChanged", now: { price: amount, terms: {} } }).success).toBe(false);
  },
);

test("the store's other texts are limited in length too", () => {
  const long = "1".repeat(1_000);
  expect(receiptSchema.safeParse({ ...receipt, paySymbol: long }).success).toBe(false);
  expect(receiptSchema.safeParse({ ...receipt, terms: { incomeType: long } }).success).toBe(false);
  const refused = { kind: "refused", messageKey: "errors.server" };
  const many = Object.fromEntries(Array.from(long, (_, at) => [`n${at}`, ""]));
  for (const more of [{ upstreamMessage: long }, { values: { min: long } }, { values: many }])
    expect(outcomeSchema.safeParse({ ...refused, ...more }).success).toBe(false);
});

test("a quote is not a receipt", async () => {
  const quote = await signQuote({ productId: "7", quantity: "2.5", price: "100.5", terms: {} }, "me");
  expect(await readReceipt(requestWith(`receipt=${quote}`), "me")).toBeNull();
});

test("a receipt expires after an hour, even if the browser still has it", async () => {
  const cookie = await cookieOf("me");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + RECEIPT_AGE_MS + 1_000 });
  expect(await readReceipt(requestWith(cookie), "me")).toBeNull();
});

test("the success page's URL has tokenAmount, payAmount and paySymbol, and agrees with the receipt", () => {
  expect(successPath(receipt)).toBe("/Successpay?tokenAmount=2.5&payAmount=251.25&paySymbol=USDT");
  expect(receiptAgrees(receipt, query(successPath(receipt).split("?")[1] ?? ""))).toBe(true);
  const { paySymbol: _, ...without } = receipt;
  expect(receiptAgrees(without, query(successPath(without).split("?")[1] ?? ""))).toBe(true);
});

test("amounts are compared as numbers", () => {
  expect(receiptAgrees(receipt, query("tokenAmount=2.50&payAmount=251.250&paySymbol=USDT"))).toBe(true);
});

test.each([
  "tokenAmount=2.51&payAmount=251.25&paySymbol=USDT",
  "tokenAmount=2.5&payAmount=251.26&paySymbol=USDT",
  "tokenAmount=2.5&payAmount=251.25&paySymbol=BTC",
  "tokenAmount=2.5&payAmount=251.25",
  "tokenAmount=2.5&paySymbol=USDT",
  "payAmount=251.25&paySymbol=USDT",
  "tokenAmount=2.5e0&payAmount=251.25&paySymbol=USDT",
  "tokenAmount=2.5&tokenAmount=99&payAmount=251.25&paySymbol=USDT",
  "tokenAmount=2.5&payAmount=251.25&paySymbol=USDT&paySymbol=BTC",
  "",
])("a URL with other values does not agree: %s", (text) => {
  expect(receiptAgrees(receipt, query(text))).toBe(false);
});

test.each(["id", "productId"])("a receipt of a manipulated store with a %s of a megabyte is invalid", (name) => {
  expect(receiptSchema.safeParse({ ...receipt, [name]: "x".repeat(1_000_000) }).success).toBe(false);
});

test("titles of a manipulated store are cut, because a calendar would take a second to fold a megabyte", () => {
  const title = "x".repeat(1_000_000);
  expect(receiptSchema.parse({ ...receipt, title }).title).toBe("x".repeat(200));
  const own = { orderNum: "N1", quoteId: "q", productId: "7" };
  expect(parseOrders(JSON.stringify([{ ...own, title }]))).toEqual([{ ...own, title: "x".repeat(200) }]);
  expect(parseOrders(JSON.stringify([{ ...own, productId: title }]))).toEqual([]);
});
