import { expect, test } from "vitest";
import { browserAt } from "../../support/documents";
import { all, textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { sampleOf } from "@storefront/test-support/sample";
import { signedIn } from "../../support/signed-in";
import { beginAnew } from "../../support/environment";

/**
 * Every list and item of the upstream, with one field at a time missing or odd (behaviour 3.23). Lists have several
 * rows that are odd in different ways, and a good one at the end.
 */

const sandbox = await useUpstream({ eachTest: "faults" });
const { account, cookies } = await signedIn(sandbox);
const browser = browserAt(pages, "en_US", cookies);

const MISSING = Symbol("missing");
const ODD: readonly (readonly [string, unknown])[] = [
  ...([
    ["missing", MISSING],
    ["null", null],
    ["an object", {}],
    ["a list", []],
    ["blank", ""],
    ["true", true],
  ] as const),
  ...([
    ["a list of nulls", [null]],
    ["very long", "x9".repeat(5_000)],
    ["negative", -1],
    ["NaN", "NaN"],
  ] as const),
  ...([
    ["1e400", "1e400"],
    ["undefined", "undefined"],
    ["[object Object]", "[object Object]"],
  ] as const),
  ...([
    ["null as text", "null"],
    ["markup", "<script>alert(1)</script>"],
    ["too large", 1.5e300],
  ] as const),
];

function distorted(row: object, field: string, value: unknown): object {
  const { [field]: _, ...rest } = row as Record<string, unknown>;
  return value === MISSING ? rest : { ...rest, [field]: value };
}

const PRODUCT = {
  productId: "7",
  title: "Good one",
  thumbnail2List: "https://img.example/a.png",
  productStatus: 1,
  thumbnail2Detail: ["https://img.example/b.png"],
  miningCycle: 540,
  serviceRate: "20",
  incomeType: 1,
  minBuy: "1",
  maxBuy: "200",
  stepBuy: "0.5",
  profitRatio: "32.5",
  price: "15.5",
  paySymbol: "USDT",
  productMinerIntroduce: { en_US: "# About" },
  productMinerAttr: [{ attr: "Network", description: "Main" }],
  productMinerOtherAttr: [{ attr: "Fan", description: "Two" }],
  otherAttrs: [{ attr: "Rate", description: "9" }],
  status_text: "Open",
};
/** The id is not varied, because a response with another id is about another product. */
const { productId: _id, ...TERMS } = PRODUCT;
const NOTICE = { id: 31, title: "Good one", content: "<p>Words</p>", timeLong: 1_628_238_650_000 };
const ORDER = {
  orderNum: "N1",
  orderTime: 1_628_238_650_000,
  tokenAmount: "2.5",
  miningCycle: 540,
  serviceFeeRatio: "20",
  payAmount: "31",
  paySymbol: "USDT",
  profitRatio: "32.5",
  orderStatus: 0,
  status_text: "Good one",
};
const DEPOSIT = {
  createdAt: 1_628_238_650_000,
  status: 1,
  amount: "12.5",
  symbol: "USDT",
  txid: "0xfeed",
  status_text: "Good one",
};
const COIN = { allBalance: "3", normal_balance: "2", lock_balance: "1", sort: 1, depositOpen: 1 };
/** Keeps the id of the session, because another one ends it. */
const USER = {
  userAccount: "a@example.com",
  authLevel: 2,
  googleStatus: 1,
  inviteCode: "INV1",
  notPassReason: "Blurred",
};

interface OddCall {
  call: string;
  row: object;
  paths: readonly string[];
  /** Makes the response's `data` from a list's odd rows, or from one odd item. */
  data: (odd: object[]) => unknown;
  /** For lists: the name of the rows' id, and the number of odd rows that fit on a page with the good one. */
  list?: { id: string; atOnce: number };
  /** Text that must always be on the page. */
  stays: string;
}

const productList = (odd: object[]) => ({
  count: odd.length + 1,
  data: [...odd, { ...PRODUCT, productId: "8" }],
});

const ODD_CALLS: readonly OddCall[] = [
  {
    call: "project_sku",
    row: PRODUCT,
    stays: "Good one",
    paths: ["/Index/Home"],
    list: { id: "productId", atOnce: 2 },
    data: productList,
  },
  {
    call: "project_sku",
    row: PRODUCT,
    stays: "Good one",
    paths: ["/Index/Power", "/Index/Miner"],
    list: { id: "productId", atOnce: 4 },
    data: productList,
  },
  {
    call: "project_sku_detail",
    row: TERMS,
    stays: "Contact",
    paths: ["/PowerProductDetail/7", "/MinerProductDetail/7"],
    data: ([odd]) => ({ productId: "7", ...odd }),
  },
  {
    call: "notice_info_list",
    row: NOTICE,
    stays: "Good one",
    paths: ["/Index/Home", "/Notice", "/NoticeDetail?id=32"],
    list: { id: "id", atOnce: 4 },
    data: (odd) => ({ count: odd.length + 1, noticeInfoList: [...odd, { ...NOTICE, id: 32 }] }),
  },
  {
    call: "getOrderList",
    row: ORDER,
    stays: "4.5 T",
    paths: ["/MyOrder"],
    list: { id: "orderNum", atOnce: 8 },
    data: (odd) => ({ count: odd.length + 1, orderList: [...odd, { ...ORDER, orderNum: "N2", tokenAmount: "4.5" }] }),
  },
  {
    call: "deposit_list",
    row: DEPOSIT,
    stays: "0xfeed2",
    paths: ["/DepositRecord/USDT"],
    list: { id: "txid", atOnce: 8 },
    data: (odd) => ({ count: odd.length + 1, financeList: [...odd, { ...DEPOSIT, txid: "0xfeed2" }] }),
  },
  {
    call: "account_balance",
    row: COIN,
    stays: "BTC",
    paths: ["/Assets"],
    data: ([odd]) => ({ totalBalance: "9", totalBalanceSymbol: "BTC", allCoinMap: { USDT: odd, BTC: COIN } }),
  },
  {
    call: "account_balance",
    row: { totalBalance: "9", totalBalanceSymbol: "BTC" },
    stays: "USDT",
    paths: ["/Assets"],
    data: ([odd]) => ({ ...odd, allCoinMap: { USDT: COIN } }),
  },
  {
    call: "user_info",
    row: USER,
    stays: "My assets",
    paths: ["/UserCenter"],
    data: ([odd]) => ({ ...odd, id: account.id }),
  },
  {
    call: "user_info",
    row: USER,
    stays: "Invitation code",
    paths: ["/InvitationCode"],
    data: ([odd]) => ({ ...odd, id: account.id }),
  },
];

const CASES = ODD_CALLS.flatMap(({ row, ...rest }) =>
  Object.keys(row).map((field) => [rest.call, field, { ...rest, row }] as const),
);

/** The responses, each with its odd rows and the ways in which these are odd. */
function oddResponses({ row, list, data }: OddCall, field: string): { ways: string; body: unknown }[] {
  // `npm test` tries some of the ways for each field, and others for the next one.
  const odd = sampleOf(ODD, 16, Object.keys(row).indexOf(field)).map(([way, value], at) => {
    const own = list ? { ...row, [list.id]: `10${at}` } : row;
    return { way, row: distorted(own, field, value) };
  });
  const atOnce = list?.atOnce ?? 1;
  return Array.from({ length: Math.ceil(odd.length / atOnce) }, (_, at) => {
    const some = odd.slice(at * atOnce, (at + 1) * atOnce);
    return {
      ways: some.map(({ way }) => way).join(", "),
      body: { code: 0, msg: "", data: data(some.map((one) => one.row)) },
    };
  });
}

test.each(CASES)(
  "%s with an odd %s shows the rest, and nothing like `undefined` or `[object Object]`",
  async (call, field, of) => {
    for (const { ways, body } of oddResponses(of, field)) {
      await sandbox.fail(call, { kind: "answer", body });
      beginAnew();
      for (const path of of.paths) {
        const { status, html } = await browser.open(path);
        const about = `${path}, ${field}: ${ways}`;
        expect(status, about).toBe(200);
        const text = all(html, "body").map(textOf).join(" ");
        expect(text, about).not.toMatch(/\bNaN\b|\bundefined\b|\bnull\b|\[object|Infinity/);
        expect(text, about).toContain(of.stays);
        expect(all(html, "main script"), about).toEqual([]);
      }
    }
  },
);
