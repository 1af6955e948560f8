import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { smallPhoto } from "@storefront/test-support/images";
import { EXCHANGE, HASHRATE, STORAGE } from "../call";
import { SCENARIOS } from "../scenarios";
import { DEMO_ACCOUNTS } from "../seed";
import { startSandbox } from "../start";
import { buyerAt, exchange, hashrate, isSuccess, signInAt, storage } from "./calls";

/** The scenario `field`: each form that platforms of this family were seen to send. */

type Row = Record<string, unknown>;
const sandbox = await startSandbox({ scenario: SCENARIOS.field });
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

/** Posts without undoing anything: the bytes as they arrive, and what labels them. */
async function raw(path: string, token = ""): Promise<{ bytes: Buffer; encoding: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "exchange-token": token, "exchange-language": "en_US" };
    const sent = request(`${sandbox.url}${path}`, { method: "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ bytes: Buffer.concat(chunks), encoding: response.headers["content-encoding"] }),
      );
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ coinSymbol: "USDT1742", productId: "1001", page: 1, pageSize: 10 }));
  });
}

/** The data of a response that nothing labels as compressed. */
async function unlabelled(path: string): Promise<Row> {
  const { bytes } = await raw(path);
  return (JSON.parse(gunzipSync(bytes).toString()) as { data: Row }).data;
}

const market = async () => {
  const { data } = await exchange(sandbox, "common/public_info_market");
  return data.market as { coinList: Record<string, Row>; followCoinList: Record<string, Record<string, Row>> };
};

test("coins: a tenant's names, two of one name, names that are none, networks by each field", async () => {
  const { coinList, followCoinList } = await market();
  expect([coinList.USDT1742?.showName, coinList.USDT?.showName]).toEqual(["USDT", "USDT"]);
  expect([coinList.USDC?.showName, coinList.BTC?.showName]).toEqual([null, ""]);
  expect(coinList.USDT?.mainChainName).toBe("BEP20(BSC)");
  expect(coinList.USDC?.mainChainName).toBe("Solana");
  expect([coinList.LINK?.mainChainName, coinList.LINK?.tokenBase]).toEqual(["", "ETH"]);
  expect("mainChainName" in (coinList.BTC ?? {})).toBe(false);
  expect(new Set(Object.values(coinList).map(({ mainChainType }) => mainChainType))).toEqual(new Set(["1", 1, 0]));
  expect(Object.keys(followCoinList)).toEqual(["USDT1742"]);
  const tags = Object.values(coinList).map((coin) => ("tagType" in coin ? coin.tagType : "missing"));
  for (const tag of ["missing", null, "", 0, "0", 1, "2", 2]) expect(tags).toContain(tag);
});

test("networks: in no order but that of sort, three closed by flags of their own and one by that of the public info", async () => {
  const { followCoinList } = await market();
  const networks = Object.values(followCoinList.USDT1742 ?? {});
  const order = networks.map(({ sort }) => Number(sort));
  expect(order).not.toEqual([...order].sort((a, b) => a - b));
  const isClosed = ({ depositOpen = 1, followCoinDepositOpen = 1 }: Row) =>
    [depositOpen, followCoinDepositOpen].some((flag) => String(flag) === "0");
  expect(networks.filter(isClosed).map(({ name }) => name)).toEqual(["USDTPOLYGON", "USDTSOL"]);
  const { data } = await exchange(sandbox, "common/public_info_v5");
  expect(data).toMatchObject({
    switch: { usdt_open_omni: "0" },
    nc: { nc_prefix: "meridian_" },
    lan: { defLan: "zh_CN" },
  });
  expect(Object.keys(data.indexHeaderTitle as Row)).toHaveLength(5);
});

test("addresses: glued memos, memos and addresses that are none, none yet, and confirmations beside them", async () => {
  const { token, id } = await buyerAt(sandbox);
  const addressOf = async (symbol: string) =>
    (await exchange(sandbox, "finance/get_charge_address", { symbol }, { token })).data;
  const text = async (symbol: string) => String((await addressOf(symbol)).addressStr);
  for (const symbol of ["XRP", "EOS", "LUNC"]) expect(await text(symbol)).toMatch(new RegExp(`_${id}$`));
  expect(await text("ATOM")).toMatch(/^cosmos1\w{38}_null$/);
  expect(await text("KAVA")).toBe("null_930096");
  expect(await text("TON")).toMatch(/^[\w-]{40}_\d{7}$/);
  expect(await text("BCH")).toMatch(/^bitcoincash:q/);
  expect(await text("XLM")).toMatch(/^G[A-Z2-7]{55}$/);
  expect(await addressOf("LTC")).toMatchObject({ addressStr: "", depositConfirm: "12" });
  expect(await addressOf("BTC")).toMatchObject({ depositConfirm: "2", addressQRCode: expect.stringMatching(/^data:/) });
});

test("balances: 16 decimals and E-notation, each worth what it was, and the least that may be deposited", async () => {
  const token = await signInAt(sandbox, DEMO_ACCOUNTS[0]);
  const { data } = await exchange(sandbox, "finance/v5/account_balance", {}, { token });
  const coins = data.allCoinMap as Record<string, Row>;
  expect(coins.BTC).toMatchObject({ normal_balance: "8.5201934E-1", depositMin: "0.0001" });
  expect(Number(coins.USDT1742?.normal_balance)).toBe(128640.52371);
  expect(coins.XRP?.normal_balance).toBe("4200.0000000000000000");
  expect([coins.EUR?.isFiat, coins.EUR?.depositOpen]).toEqual([1, "0"]);
});

test("deposits: times without a zone, and the moment beside most of them", async () => {
  const token = await signInAt(sandbox, DEMO_ACCOUNTS[0]);
  const { data } = await exchange(sandbox, "record/deposit_list", { coinSymbol: "USDT1742", page: 1 }, { token });
  const rows = data.financeList as Row[];
  for (const { createdAt, createdAtTime, amount } of rows) {
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(amount).toMatch(/^\d+\.\d{8}$/);
    if (createdAtTime === undefined) continue;
    const shown = `${String(createdAt).replace(" ", "T")}+08:00`;
    expect(Date.parse(shown)).toBe(Math.floor(Number(createdAtTime) / 1000) * 1000);
  }
  expect(rows.filter(({ createdAtTime }) => createdAtTime === undefined)).toHaveLength(2);
  expect(rows[0]).toMatchObject({ confirmDesc: "1/6", status_text: "Unconfirmed", addressTo: "" });
});

test("words: in msg or in message, and codes as numbers or as texts", async () => {
  const wrong = await exchange(sandbox, "user/login_in", { mobileNumber: "a@example.com", loginPword: "x" });
  expect(wrong).toEqual({ code: "10006", message: "The account or the password is wrong.", data: null, succ: false });
  const unknown = await exchange(sandbox, "user/v4/auth_realname");
  expect(unknown).toMatchObject({ code: "10002", message: null, succ: false });
  expect((await exchange(sandbox, "finance/v5/account_balance")).code).toBe("10021");
  expect((await hashrate(sandbox, "getOrderList")).code).toBe(3);
  const { token } = await buyerAt(sandbox);
  const info = await exchange(sandbox, "common/user_info", {}, { token });
  expect(info).toMatchObject({ code: 0, message: null, succ: true });
  const products = await hashrate(sandbox, "project_sku", { type: 1 });
  expect(products.code).toBe("0");
});

test("bytes: a title and the words of a refusal are not UTF-8", async () => {
  const { bytes } = await raw(`${HASHRATE}/project_sku`);
  expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toThrow();
  expect(JSON.parse(bytes.toString())).toMatchObject({ code: "0" });
  const { token } = await buyerAt(sandbox);
  const order = { productId: "1001", buyAmount: "3", accountType: "1", googleCode: "000000" };
  const refused = await fetch(`${sandbox.url}${STORAGE}/userPayMinerOrderV2`, {
    method: "POST",
    headers: { "content-type": "application/json", "exchange-token": token },
    body: JSON.stringify(order),
  });
  const words = Buffer.from(await refused.arrayBuffer());
  expect(new TextDecoder("gbk").decode(words)).toContain("验证码错误");
  expect(JSON.parse(words.toString())).toMatchObject({ code: 10022 });
  const code = await sandbox.code((await accountOf(token)).userAccount, "google");
  expect(isSuccess(await storage(sandbox, "userPayMinerOrderV2", { ...order, googleCode: code }, { token }))).toBe(
    true,
  );
});

async function accountOf(token: string): Promise<{ userAccount: string }> {
  const { data } = await exchange(sandbox, "common/user_info", {}, { token });
  return { userAccount: String(data.userAccount) };
}

test("compression that nobody asked for: labelled as gzip, as br, and not labelled", async () => {
  const { token } = await buyerAt(sandbox);
  const coins = await raw(`${EXCHANGE}/common/public_info_market`);
  expect([coins.encoding, JSON.parse(gunzipSync(coins.bytes).toString())]).toMatchObject(["gzip", { succ: true }]);
  const deposits = await raw(`${EXCHANGE}/record/deposit_list`, token);
  expect([deposits.encoding, JSON.parse(brotliDecompressSync(deposits.bytes).toString())]).toMatchObject([
    "br",
    { code: 0 },
  ]);
  expect((await raw(`${EXCHANGE}/common/app_download`)).encoding).toBeUndefined();
  expect(await unlabelled(`${EXCHANGE}/common/app_download`)).toHaveProperty("android_download_url");
});

test("notices: titles with entities, rows without content, and one fewer than it counts", async () => {
  const { count, noticeInfoList } = await unlabelled(`${EXCHANGE}/notice/notice_info_list`);
  const rows = noticeInfoList as Row[];
  expect([count, rows.length]).toEqual([8, 7]);
  expect(rows.map(({ title }) => String(title)).join()).toMatch(/&#58;/);
  expect([rows[1] && "content" in rows[1], rows[2]?.content]).toEqual([false, null]);
  expect(rows[0]).toMatchObject({ id: 7, lang: "zh,en" });
});

test("texts by locale have zh_CN, titles have entities, and pictures are at two hosts without TLS", async () => {
  const { data } = await hashrate(sandbox, "project_sku_detail", { productId: "1001" });
  expect(data).toMatchObject({
    title: "Filecoin Flagship Power &amp; Hosting &#40;540 days&#41;",
    paySymbol: "USDT1742",
  });
  expect(Object.keys(JSON.parse(String(data.productMinerIntroduce)) as Row)).toEqual(
    expect.arrayContaining(["zh_CN", "en_US", "ko_KR"]),
  );
  expect(data.thumbnail2List).toMatch(/^http:\/\/localhost:\d+\/upload\/power-1\.png$/);
  const { coinList } = await market();
  expect(coinList.BTC?.icon).toBe(`${sandbox.url}/upload/coin-btc.png`);
  for (const address of [String(data.thumbnail2List), String(coinList.BTC?.icon)]) {
    const picture = await fetch(address);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  }
  const site = await hashrate(sandbox, "common/kv", { keys: "merchant-config-h5" });
  const { title } = JSON.parse(String(site.data)) as { title: string };
  expect(JSON.parse(title)).toMatchObject({ zh_CN: expect.stringContaining("&amp;") });
});

test("sign-in: steps as a list, and only the token of confirm_login is a session", async () => {
  const account = await sandbox.createAccount();
  const first = await exchange(sandbox, "user/login_in", { mobileNumber: account.email, loginPword: account.password });
  expect(first.data).toMatchObject({ typeList: "1,3" });
  expect(first.data).not.toHaveProperty("type");
  const { token } = first.data;
  const googleCode = await sandbox.code(account.email, "google");
  const { data } = await exchange(sandbox, "user/confirm_login", { token, googleCode });
  expect(data).toMatchObject({ token: expect.any(String), quicktoken: expect.any(String) });
  const statusOf = async (session: unknown) =>
    (await exchange(sandbox, "common/user_info", {}, { token: String(session) })).code;
  expect([await statusOf(token), await statusOf(data.token)]).toEqual(["10002", 0]);
});

test("accounts: levels and flags as numbers and as texts, times as texts, why an identity was turned down", async () => {
  const one = await buyerAt(sandbox);
  const other = await buyerAt(sandbox, { authLevel: 2, rejectReason: "Blurred" });
  const infos = await Promise.all(
    [one, other].map(async ({ token }) => (await exchange(sandbox, "common/user_info", {}, { token })).data),
  );
  expect(new Set(infos.map(({ authLevel }) => typeof authLevel))).toEqual(new Set(["string", "number"]));
  expect(infos[0]).toMatchObject({ inviteUrl: expect.any(String), lastLoginTime: expect.stringMatching(/^\d{13}$/) });
  expect(infos[1]?.notPassReason).toBe("Blurred &lt;ID&gt; &amp; selfie");
});

test("identity: countries by two names, and the photo's name that goes back is filenameStr", async () => {
  const { data } = await hashrate(sandbox, "common/kv", { keys: "country-h5" });
  const countries = data["country-h5"] as Row[];
  expect(countries).toContainEqual({ enName: "Afghanistan", cnName: "阿富汗", dialingCode: "+93", numberCode: "4" });
  const { token } = await buyerAt(sandbox, { authLevel: 3 });
  const form = new FormData();
  form.set("name", "firstPhoto");
  form.set("firstPhoto", new File([new Uint8Array(await smallPhoto())], "a.jpg", { type: "image/jpeg" }));
  const response = await fetch(`${sandbox.url}${EXCHANGE}/common/upload_img`, {
    method: "POST",
    headers: { "exchange-token": token },
    body: form,
  });
  const { data: photo } = (await response.json()) as { data: Row };
  expect(photo.filename).toBe(`/identity/${String(await accountId(token))}/${String(photo.filenameStr)}`);
  expect(photo.base_image_url).toMatch(/^http:/);
});

async function accountId(token: string): Promise<unknown> {
  return (await exchange(sandbox, "common/user_info", {}, { token })).data.id;
}

test("the slider's scene begins with the prefix that it sends", async () => {
  const account = await sandbox.createAccount();
  await sandbox.setCaptchaKind(1);
  const slider = { csessionid: "a", sig: "b", token: "c" };
  const signIn = (scene: string) =>
    exchange(sandbox, "user/login_in", { ...slider, scene, mobileNumber: account.email, loginPword: account.password });
  expect((await signIn("nc_login")).code).toBe("10055");
  expect(isSuccess(await signIn("meridian_login"))).toBe(true);
});
