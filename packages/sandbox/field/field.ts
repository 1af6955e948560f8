import Big from "big.js";
import { accountByEmail } from "../accounts";
import { isObject, textOf, type Call, type Envelope, type SandboxState } from "../call";
import type { Body } from "../values";
import { chainsOf } from "../data/coins";
import { COUNTRIES_BY_NAMES } from "../data/countries";
import { holdingOf, setHolding } from "../finance";
import type { Scenario } from "../scenario";
import { DEMO_ACCOUNTS } from "../seed";
import { FIELD_COINS } from "./coins";
import { encode, gbk } from "./encoding";
import { FIELD_OFFER } from "./offer";

/**
 * The scenario `field`: an upstream that sends, all at once, every form that public clients of this family of platforms
 * read. It is written from those forms and the requirements alone.
 */

type Change = (data: unknown, call: Call) => unknown;

/** Changes an object and returns other values unchanged. */
const ofObject =
  (change: (data: Body, call: Call) => unknown): Change =>
  (data, call) =>
    isObject(data) ? change(data, call) : data;

const ofRows = (list: string, change: (row: Body, index: number, call: Call) => unknown): Change =>
  ofObject((data, call) => {
    const { [list]: rows } = data;
    if (!Array.isArray(rows)) return data;
    return { ...data, [list]: rows.map((row: unknown, at) => (isObject(row) ? change(row, at, call) : row)) };
  });

/** The prefix of the slider's scene. */
const FIELD_PREFIX = "meridian_";
const LOCALES = ["zh_CN", "en_US", "el_GR", "ko_KR", "ja_JP"];

const publicInfo = ofObject((data) => {
  const { switch: flags, nc } = data;
  const { nc_lang: _, ...slider } = isObject(nc) ? nc : {};
  return {
    ...data,
    switch: { ...(isObject(flags) ? flags : {}), usdt_open_omni: "0", index_temp_type: "1" },
    nc: { ...slider, nc_prefix: FIELD_PREFIX },
    lan: { defLan: "zh_CN", lanList: LOCALES.map((id) => ({ id, name: id })) },
    indexHeaderTitle: Object.fromEntries(LOCALES.map((id) => [id, "Meridian"])),
  };
});

/** Writes an amount with 16 decimals, or in the E-notation of floating-point numbers. The coin alone decides which. */
const asWritten = (value: unknown, index: number): string => {
  const amount = new Big(String(value));
  return index % 3 === 0 ? amount.toExponential().toUpperCase() : amount.toFixed(16);
};

/** Every third coin, including bitcoin, has amounts in E-notation. */
const E_NOTATION_FIRST = FIELD_COINS.findIndex(({ symbol }) => symbol === "BTC");

const balances = ofObject((data) => {
  const { allCoinMap } = data;
  if (!isObject(allCoinMap)) return data;
  const rows = FIELD_COINS.flatMap((coin, at) => {
    const row = allCoinMap[coin.symbol];
    if (!isObject(row)) return [];
    const write = (name: string) => asWritten(row[name], at - E_NOTATION_FIRST);
    const changed = {
      ...row,
      allBalance: write("allBalance"),
      total_balance: write("allBalance"),
      normal_balance: write("normal_balance"),
      lock_balance: write("lock_balance"),
      depositMin: chainsOf(coin)[0]?.depositMin,
      isFiat: coin.symbol === "EUR" ? 1 : "0",
    };
    return [[coin.symbol, changed] as const];
  });
  return { ...data, allCoinMap: Object.fromEntries(rows) };
});

const address = ofObject((data, { body }) => {
  const name = textOf(body, "symbol");
  const found = FIELD_COINS.flatMap(chainsOf).find((chain) => chain.name === name);
  return { ...data, depositConfirm: String(found?.depositConfirm ?? 0) };
});

const ZONE_MS = 8 * 60 * 60_000;
/** Formats a time in the platform's own zone, without naming the zone. */
const withoutZone = (ms: number) => new Date(ms + ZONE_MS).toISOString().replace("T", " ").slice(0, 19);
const DECIMALS = 8;
const STATUS_WORDS = ["Unconfirmed", "Completed", "Exception"];
/** Every fifth deposit has only the time without a zone. */
const ZONELESS_EVERY = 5;

const deposits = ofRows("financeList", (row, index) => {
  const ms = Number(row.createdAt);
  return {
    ...row,
    createdAt: withoutZone(ms),
    ...(index % ZONELESS_EVERY === ZONELESS_EVERY - 1 ? {} : { createdAtTime: ms }),
    amount: new Big(String(row.amount)).toFixed(DECIMALS),
    confirmDesc: row.status === 0 ? "1/6" : "6/6",
    status_text: STATUS_WORDS[Number(row.status)],
    txidAddr: row.txid === undefined ? "" : `https://explorer.example/tx/${String(row.txid)}`,
    addressTo: "",
  };
});

/** Some rows have no content, and the count is one too high. */
const notices: Change = ofObject((data, call) => {
  const rows = ofRows("noticeInfoList", (row, index) => {
    const { content, ...rest } = row;
    const full = index === 1 ? {} : { content: index === 2 ? null : content };
    return { ...rest, ...full, lang: "zh,en" };
  })(data, call);
  return isObject(rows) ? { ...rows, count: Number(rows.count) + 1 } : rows;
});

const userInfo = ofObject((data, { state }) => {
  const isEven = Number(data.id) % 2 === 0;
  const reason = data.notPassReason;
  return {
    ...data,
    authLevel: isEven ? String(data.authLevel) : data.authLevel,
    googleStatus: isEven ? data.googleStatus : Number(data.googleStatus),
    ...(typeof reason === "string" ? { notPassReason: `${reason} &lt;ID&gt; &amp; selfie` } : {}),
    inviteUrl: `https://www.example.com/register?inviteCode=${String(data.inviteCode)}`,
    lastLoginTime: String(state.clock.nowMs()),
  };
});

/** Lists several second steps instead of one; the storefront does not support all of them. */
const logIn = ofObject(({ type, ...data }) => {
  if (type === "1") return { ...data, typeList: "1,3" };
  return type === "3" ? { ...data, type: null, typeList: "4,3" } : { ...data, type };
});

const captcha = ofObject((data) =>
  isObject(data.captcha) ? { ...data, captcha: { ...data.captcha, new_captcha: "1" } } : data,
);

const CONFIGURATION = "merchant-config-h5";
const COUNTRIES = "country-h5";

const keyValue: Change = (data, { body }) => {
  const keys = textOf(body, "keys");
  if (keys === COUNTRIES) return { [COUNTRIES]: COUNTRIES_BY_NAMES };
  if (keys !== CONFIGURATION) return data;
  const title = JSON.stringify({ zh_CN: "子午線 &amp; 雲算力", en_US: "Meridian &amp; Cloud Hashrate" });
  return JSON.stringify({ ...(JSON.parse(String(data)) as Body), title });
};

const CHANGES: Readonly<Record<string, Change>> = {
  public_info_v5: publicInfo,
  tartCaptcha: captcha,
  login_in: logIn,
  user_info: userInfo,
  account_balance: balances,
  get_charge_address: address,
  deposit_list: deposits,
  notice_info_list: notices,
  upload_img: ofObject((data, { state }) => ({ ...data, base_image_url: `${state.origin}/upload` })),
  kv: keyValue,
};

/** Moves pictures to `/upload/` without TLS: those of coins to the host of the calls, all others to another host. */
function withPictures(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((inner) => withPictures(inner, origin));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPictures(inner, origin)]));
  if (typeof value !== "string" || !value.includes(`${origin}/images/`)) return value;
  const elsewhere = origin.replace("//127.0.0.1:", "//localhost:");
  return value
    .replace(/\/images\/([a-z0-9-]+)\.svg/g, "/upload/$1.png")
    .split(`${origin}/upload/`)
    .reduce((text, rest) => `${text}${rest.startsWith("coin-") ? origin : elsewhere}/upload/${rest}`);
}

/** The form of a success in each call. */
const SUCCESS: Readonly<Record<string, object>> = {
  user_info: { code: 0, msg: "suc", message: null, succ: true },
  account_balance: { code: "0", msg: "suc", message: null },
  deposit_list: { code: 0, message: "success", succ: true },
  project_sku: { code: "0", msg: "suc", succ: true },
  getOrderList: { code: "0", message: "success" },
  notice_info_list: { code: "0", msg: null, message: "suc", succ: true },
};

const EXPIRED = "10002";
/** The code of an expired session in calls where it differs. */
const EXPIRED_AS: Readonly<Record<string, string | number>> = { account_balance: "10021", getOrderList: 3 };
const WRONG_CODE = "10022";
/** "驗證碼錯誤" in simplified characters, as written by a program that supports only GBK. */
const WRONG_CODE_WORDS = gbk(0xd1, 0xe9, 0xd6, 0xa4, 0xc2, 0xeb, 0xb4, 0xed, 0xce, 0xf3);
/** Matches the calls of a program that puts its texts into `message`. */
const WORDS_IN_MESSAGE = /^(?:login_in|confirm_login|reg_email_|google_verify|toopen_google|auth_realname|get_charge)/;

function envelop(name: string, { code, msg, data }: Envelope): object {
  if (Number(code) === 0) return { code, msg, message: null, data, succ: true, ...SUCCESS[name] };
  if (code === EXPIRED) return { code: EXPIRED_AS[name] ?? code, msg, message: null, data, succ: false };
  if (name === "userPayMinerOrderV2" && code === WRONG_CODE)
    return { code: Number(code), msg: WRONG_CODE_WORDS, data, succ: false };
  if (WORDS_IN_MESSAGE.test(name)) return { code, message: msg, data, succ: false };
  return { code: Number(code), msg, message: null, data, succ: false };
}

/**
 * Adds amounts of coins that the seed lacks: one so small that it is sent in E-notation, and one of the coin with a
 * shared name.
 */
function fill(state: SandboxState): void {
  const id = accountByEmail(state, DEMO_ACCOUNTS[0].email)?.id;
  if (id === undefined) return;
  const { available } = holdingOf(state.database, id, "BTC");
  setHolding(state.database, id, "BTC", { available, frozen: new Big("0.00000015") });
  setHolding(state.database, id, "USDT", { available: new Big("12.5"), frozen: new Big(0) });
}

export const FIELD: Scenario = {
  offer: FIELD_OFFER,
  platform: {
    coins: FIELD_COINS,
    money: "USDT1742",
    sessionToken: "confirmed",
    ncPrefix: FIELD_PREFIX,
    photoName: "filenameStr",
  },
  fill,
  change: (name, data, call) => withPictures(CHANGES[name]?.(data, call) ?? data, call.state.origin),
  envelop,
  encode,
};
