import { expect, test } from "vitest";
import { useSandbox } from "./sandbox";
import { buyerAt, exchange, isSuccess, signInAt, type Envelope } from "./calls";

const sandbox = await useSandbox();
const SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const;
const JPEG = Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.alloc(1000)]);

async function upload(token: string, slot: string, bytes: Buffer, name = slot): Promise<Envelope> {
  const form = new FormData();
  form.set("name", name);
  form.set(slot, new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "photo.jpg");
  const response = await fetch(`${sandbox.url}/fe-ex-api/common/upload_img`, {
    method: "POST",
    headers: { "exchange-token": token, "exchange-language": "en_US" },
    body: form,
  });
  return (await response.json()) as Envelope;
}

async function handIn(token: string, changes: Record<string, string> = {}) {
  const photos: Record<string, unknown> = {};
  for (const slot of SLOTS) photos[slot] = (await upload(token, slot, JPEG)).data.filename;
  const identity = {
    countryCode: "+86",
    numberCode: "156",
    certificateType: "1",
    userName: "王小明",
    certificateNumber: "A123456789",
  };
  return exchange(sandbox, "user/v4/auth_realname", { ...identity, ...photos, ...changes }, { token });
}

const level = async (token: string) => (await exchange(sandbox, "common/user_info", {}, { token })).data;

test("a photo is accepted by its content and size, and tests can read its bytes", async () => {
  const { token } = await buyerAt(sandbox);
  expect((await upload(token, "firstPhoto", JPEG)).data.filename).toMatch(/^firstPhoto-[0-9a-f]{24}\.jpg$/);
  expect((await upload(token, "firstPhoto", Buffer.from("<svg/>"))).code).toBe("10061");
  expect((await upload(token, "firstPhoto", Buffer.concat([JPEG, Buffer.alloc(512_000)]))).code).toBe("10062");
  expect((await upload(token, "firstPhoto", JPEG, "secondPhoto")).code).toBe("10001");
  expect((await upload("unknown", "firstPhoto", JPEG)).code).toBe("10002");
  const [first] = await sandbox.requests("upload_img");
  expect(first?.body).toMatchObject({
    name: "firstPhoto",
    files: [{ field: "firstPhoto", filename: "photo.jpg", sizeBytes: JPEG.length, base64: JPEG.toString("base64") }],
  });
});

test("an identity goes into review and is verified after a while", async () => {
  const { token } = await buyerAt(sandbox, { authLevel: 3 });
  expect(isSuccess(await handIn(token))).toBe(true);
  expect(await level(token)).toMatchObject({ authLevel: 0 });
  expect((await handIn(token)).code).toBe("10054");
  await sandbox.advance(121_000);
  expect(await level(token)).toMatchObject({ authLevel: 1 });
});

test("a document submitted by another account is rejected with 10051", async () => {
  const first = await buyerAt(sandbox, { authLevel: 3 });
  const second = await buyerAt(sandbox, { authLevel: 3 });
  await handIn(first.token);
  expect((await handIn(second.token)).code).toBe("10051");
  expect(isSuccess(await handIn(second.token, { certificateNumber: "B123456789" }))).toBe(true);
});

test("a rejected identity has a reason, and may be submitted again", async () => {
  const { token } = await buyerAt(sandbox, { authLevel: 3 });
  await handIn(token, { certificateNumber: "X1-REJECT" });
  await sandbox.advance(121_000);
  const rejected = await level(token);
  expect(rejected.authLevel).toBe(2);
  expect(rejected.notPassReason).toContain("not clear");
  expect(isSuccess(await handIn(token))).toBe(true);
});

test.each([
  ["no name for +86", { userName: "" }],
  ["a name pair beside the full name for +86", { familyName: "Wang", name: "Ming" }],
  ["a passport for +86", { certificateType: "2" }],
  ["a full name for another area code", { countryCode: "+49", numberCode: "276" }],
  ["no document number", { certificateNumber: "" }],
])("%s is rejected", async (_, changes: Record<string, string>) => {
  const { token } = await buyerAt(sandbox, { authLevel: 3 });
  expect((await handIn(token, changes)).code).toBe("10052");
});

test("outside mainland China first and last name and any document are enough, but all photos are required", async () => {
  const { token } = await buyerAt(sandbox, { authLevel: 3 });
  const abroad = {
    countryCode: "+49",
    numberCode: "276",
    certificateType: "2",
    userName: "",
    familyName: "Ng",
    name: "Al",
  };
  expect((await handIn(token, { ...abroad, thirdPhoto: "" })).code).toBe("10053");
  expect(isSuccess(await handIn(token, abroad))).toBe(true);
});

const demo = () => signInAt(sandbox, { email: "demo@example.com", password: "Demo12345" });

test("balances add up, the total is in one coin, and one coin is closed to deposits", async () => {
  const token = await demo();
  const { data } = await exchange(sandbox, "finance/v5/account_balance", {}, { token });
  expect(data.allCoinMap).toMatchObject({
    USDT: { allBalance: "130140.52371", normal_balance: "128640.52371", lock_balance: "1500", depositOpen: 1 },
    XCH: { depositOpen: "0" },
  });
  expect(data.totalBalanceSymbol).toBe("USDT");
  expect(data.totalBalance).toMatch(/^\d+\.\d{1,8}$/);
  const some = await exchange(sandbox, "finance/v5/account_balance", { coinSymbols: "FIL" }, { token });
  expect(some.data).toMatchObject({
    allCoinMap: { FIL: { allBalance: "4062.623456" } },
    totalBalance: "17117.86393185",
  });
});

test("each account has a fixed deposit address per chain, with a memo if the coin uses one", async () => {
  const token = await demo();
  const address = async (symbol: string, by = token) =>
    (await exchange(sandbox, "finance/get_charge_address", { symbol }, { token: by })).data;
  const tron = await address("TUSDT");
  expect(tron).toEqual(await address("TUSDT"));
  expect(tron.addressStr).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  expect(tron.addressQRCode).toMatch(/^data:image\/png;base64,/);
  expect((await address("EUSDT")).addressStr).toMatch(/^0x[0-9a-f]{40}$/);
  expect((await address("XRP")).addressStr).toMatch(/^r[1-9A-HJ-NP-Za-km-z]{33}_\d+$/);
  const other = await buyerAt(sandbox);
  expect((await address("TUSDT", other.token)).addressStr).not.toBe(tron.addressStr);
});

test.each([
  ["XCH", "30002"],
  ["USDT", "30001"],
  ["NONE", "30001"],
])("%s has no deposit address", async (symbol, code) => {
  const token = await demo();
  expect(await exchange(sandbox, "finance/get_charge_address", { symbol }, { token })).toMatchObject({
    code,
    data: null,
  });
});

test("deposits are paginated, have every status, and some have a transaction id", async () => {
  const token = await demo();
  const page = async (number: number) => {
    const body = { coinSymbol: "USDT", page: number, pageSize: 10 };
    const { data } = await exchange(sandbox, "record/deposit_list", body, { token });
    return data as unknown as { financeList: { status: number; txid?: string; createdAt: number }[]; count: number };
  };
  const all = [...(await page(1)).financeList, ...(await page(2)).financeList, ...(await page(3)).financeList];
  expect(all).toHaveLength((await page(1)).count);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([0, 1, 2]));
  expect(new Set(all.map(({ txid }) => typeof txid))).toEqual(new Set(["string", "undefined"]));
});

test("no private call works without a session", async () => {
  for (const path of [
    "common/user_info",
    "finance/v5/account_balance",
    "finance/get_charge_address",
    "record/deposit_list",
    "user/toopen_google_authenticator",
    "user/google_verify",
    "user/v4/auth_realname",
  ]) {
    expect([path, (await exchange(sandbox, path)).code]).toEqual([path, "10002"]);
  }
});
