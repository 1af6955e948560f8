import { afterEach, expect, test } from "vitest";
import sharp from "sharp";
import { CALL_NAMES } from "@storefront/sandbox/calls";
import { type Sandbox } from "@storefront/sandbox/start";
import { checkRegistration, confirmRegistration } from "~server/upstream/registration";
import { confirmLogin, logIn, logOut } from "~server/upstream/sign-in";
import { publicInfo, startCaptcha } from "~server/upstream/captcha";
import { sendEmailCode, sendSmsCode } from "~server/upstream/codes";
import { userInfo } from "~server/upstream/user";
import { productDetail, productList } from "~server/upstream/catalogue";
import { accountBalance, chargeAddress, depositCoins, depositList } from "~server/upstream/finance";
import { market } from "~server/upstream/market";
import { authRealname, uploadImage } from "~server/upstream/identity";
import { openGoogleAuthenticator, verifyGoogle } from "~server/upstream/authenticator";
import { noticeList } from "~server/upstream/notices";
import { orderList, productAccount, purchase } from "~server/upstream/orders";
import { appDownload, banners, countries, leaveMessage, siteConfig } from "~server/upstream/site";
import type { UpstreamContext } from "~server/upstream/client";
import { NO_RESPONSE } from "../../support/faults";
import { useUpstream } from "../../support/upstream";
import { CALLS, ENQUIRY } from "../../support/upstream-calls";

/** Two readings of docs/behaviour check each other (decision 0049): server/upstream and the sandbox, over HTTP. */

const sandbox = await useUpstream({ eachTest: "faults" });
afterEach(async () => {
  await sandbox.setCaptchaKind(0);
});

const english = { locale: "en_US" } as const;
const chinese = { locale: "el_GR" } as const;

type NewAccount = Parameters<Sandbox["createAccount"]>[0];

async function signIn(
  options: NewAccount = {},
): Promise<{ upstreamContext: UpstreamContext & { token: string }; email: string; password: string }> {
  const { email, password } = await sandbox.createAccount({ ...options, secondStep: "email" });
  const { token } = await logIn(english, { mobileNumber: email, loginPword: password, verificationType: "none" });
  await sendEmailCode(english, { token, purpose: "login" });
  await confirmLogin(english, { token, emailCode: await sandbox.code(email, "email") });
  return { upstreamContext: { ...english, token }, email, password };
}

async function onSale() {
  const { products } = await productList(english, { page: 1, pageSize: 10, type: "power" });
  const product = products.find(({ status }) => status === "onsale");
  if (!product) throw new Error("Nothing is on sale");
  return product;
}

test("every call of the upstream has a function, and the sandbox answers it", () => {
  const names = CALLS.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
  expect(new Set(names)).toEqual(new Set(CALL_NAMES));
});

test("a sign-in with each second step", async () => {
  for (const secondStep of ["google", "sms", "email"] as const) {
    const { email, password, id } = await sandbox.createAccount({ secondStep });
    const login = await logIn(english, { mobileNumber: email, loginPword: password, verificationType: "none" });
    expect(login.secondStep).toBe(secondStep);
    const { token } = login;
    await expect(userInfo({ ...english, token })).rejects.toMatchObject({ name: "SessionExpired" });
    if (secondStep === "sms") await sendSmsCode(english, { token });
    if (secondStep === "email") await sendEmailCode(english, { token, purpose: "login" });
    await confirmLogin(english, { token, [`${secondStep}Code`]: await sandbox.code(email, secondStep) });
    expect(await userInfo({ ...english, token })).toMatchObject({
      userAccount: email,
      id: String(id),
      googleBound: true,
    });
  }
});

test("a wrong code and a wrong password are refused in the words of the catalogue and of the upstream", async () => {
  const { email, password } = await sandbox.createAccount({ secondStep: "google" });
  const { token } = await logIn(english, { mobileNumber: email, loginPword: password, verificationType: "none" });
  await expect(confirmLogin(english, { token, googleCode: "000000" })).rejects.toMatchObject({
    messageKey: "errors.code",
  });
  const wrong = logIn(english, { mobileNumber: email, loginPword: "not-it", verificationType: "none" });
  await expect(wrong).rejects.toMatchObject({ name: "UpstreamRejected", messageKey: "errors.server" });
});

test("a session ends by signing out", async () => {
  const { upstreamContext } = await signIn();
  expect(await userInfo(upstreamContext)).toMatchObject({ authLevel: "verified" });
  await logOut(upstreamContext);
  await expect(userInfo(upstreamContext)).rejects.toMatchObject({ name: "SessionExpired" });
});

test("each captcha kind, and a sign-in without its fields", async () => {
  expect(await publicInfo(english)).toMatchObject({ verificationType: "none" });
  await sandbox.setCaptchaKind(1);
  const info = await publicInfo(english);
  expect(info.verificationType).toBe("slider");
  expect(info.slider?.appKey).toMatch(/\w/);
  const { email, password } = await sandbox.createAccount();
  const credentials = { mobileNumber: email, loginPword: password, verificationType: "slider" } as const;
  await expect(logIn(english, credentials)).rejects.toMatchObject({ messageKey: "errors.captcha" });
  const captcha = { csessionid: "c", sig: "s", token: "t", scene: "login" };
  expect((await logIn(english, { ...credentials, captcha })).secondStep).toBe("google");
  await sandbox.setCaptchaKind(2);
  expect((await publicInfo(english)).verificationType).toBe("challenge");
  expect(await startCaptcha(english)).toMatchObject({ success: true });
  await sandbox.setCaptchaKind(9);
  expect((await publicInfo(english)).verificationType).toBe("unsupported");
});

test("a registration, from the check to the session", async () => {
  const email = "new-buyer@example.com";
  const passwords = { loginPword: "Secret123", newPassword: "Secret123" };
  const form = { email, invitedCode: "", ...passwords, verificationType: "none" } as const;
  const { token = "" } = await checkRegistration(english, form);
  await sendEmailCode(english, { token, purpose: "register" });
  const done = await confirmRegistration(english, { token, emailCode: await sandbox.code(email, "email") });
  expect(done.uid).toMatch(/^\d+$/);
  expect(await userInfo({ ...english, token: done.token })).toMatchObject({ userAccount: email, googleBound: false });
  await expect(checkRegistration(english, form)).rejects.toMatchObject({ messageKey: "errors.emailRegistered" });
});

test("power and miners, listed and in detail, in both languages", async () => {
  for (const type of ["power", "miner"] as const) {
    const first = await productList(english, { page: 1, pageSize: 3, type });
    expect(first.products).toHaveLength(3);
    expect(first.count).toBeGreaterThanOrEqual(3);
    let translated = 0;
    for (const listed of first.products) {
      const { product, asOf } = await productDetail(english, listed.productId);
      expect(asOf).toBeUndefined();
      expect(product).toMatchObject({ productId: listed.productId, title: listed.title, price: listed.price });
      expect(product.thumbnail).toContain(sandbox.url);
      expect(product.gallery.length).toBeGreaterThan(0);
      expect(product.introduce).toMatch(/\S/);
      expect(product.attributes.length).toBeGreaterThan(0);
      const other = (await productDetail(chinese, listed.productId)).product;
      expect(other.introduce).toMatch(/\S/);
      expect(other.attributes.length).toBeGreaterThan(0);
      if (other.introduce !== product.introduce) translated += 1;
    }
    // Some have one language only.
    expect(translated).toBeGreaterThan(0);
  }
});

test("a product shows every status (behaviour 4.12)", async () => {
  const { products } = await productList(english, { page: 1, pageSize: 100, type: "power" });
  expect(new Set(products.map(({ status }) => status))).toEqual(new Set(["presale", "ended", "onsale"]));
});

test("miners show the attributes that the list asked for", async () => {
  const { products } = await productList(english, { page: 1, pageSize: 3, type: "miner" });
  for (const { otherAttrs } of products) expect(otherAttrs.length).toBeGreaterThan(0);
});

test("a purchase, the account before it, and the order after it", async () => {
  const { upstreamContext, email } = await signIn({ balances: { USDT: "1000000" } });
  const product = await onSale();
  const account = await productAccount(upstreamContext, product.productId);
  expect(account.balance).toBe("1000000");
  expect(await orderList(upstreamContext)).toEqual({ orders: [], count: 0, more: false, omittedCount: 0 });
  const buyAmount = product.minBuy ?? "1";
  const order = { buyAmount, productId: product.productId, accountType: account.accountType };
  await purchase(upstreamContext, { ...order, googleCode: await sandbox.code(email, "google") });
  const { orders, count } = await orderList(upstreamContext);
  expect(count).toBe(1);
  expect(orders[0]).toMatchObject({
    tokenAmount: buyAmount,
    paySymbol: product.paySymbol,
    status: "paid",
    rawStatus: "0",
  });
  expect(orders[0]?.orderTimeMs).toBeTypeOf("number");
  await expect(purchase(upstreamContext, { ...order, googleCode: "000000" })).rejects.toMatchObject({
    messageKey: "errors.code",
  });
});

test("a purchase whose response is lost may have been charged, and is not sent again", async () => {
  const { upstreamContext, email } = await signIn();
  const { productId, minBuy = "1" } = await onSale();
  const { accountType } = await productAccount(upstreamContext, productId);
  const before = await sandbox.calls("userPayMinerOrderV2");
  await sandbox.fail("userPayMinerOrderV2", { kind: "lost" });
  const lost = purchase(upstreamContext, {
    buyAmount: minBuy,
    productId,
    accountType,
    googleCode: await sandbox.code(email, "google"),
  });
  await expect(lost).rejects.toMatchObject({ name: "UpstreamUnavailable", sent: true });
  expect(await sandbox.calls("userPayMinerOrderV2")).toBe(before + 1);
  expect((await orderList(upstreamContext)).count).toBe(1);
});

test("balances, coins, chains, addresses and deposits", async () => {
  const { upstreamContext, email } = await signIn({ balances: { USDT: "12.5" } });
  await sandbox.credit(email, "USDT", "0.25");
  const { coin } = await market(english);
  const { coins, totalBalance, totalBalanceSymbol } = await accountBalance(upstreamContext);
  expect([totalBalance, totalBalanceSymbol]).toEqual([expect.any(String), expect.any(String)]);
  expect(coins.find(({ symbol }) => symbol === "USDT")).toMatchObject({
    available: "12.75",
    frozen: "0",
    allBalance: "12.75",
  });
  expect(coins.map(({ sort }) => sort)).toEqual([...coins.map(({ sort }) => sort)].sort((one, other) => one - other));
  expect(new Set(coins.map(({ depositOpen }) => depositOpen))).toEqual(new Set([true, false]));
  for (const { symbol } of coins.filter(({ depositOpen }) => depositOpen)) {
    const { networks } = coin(symbol);
    if (networks.state !== "sent") throw new Error(`${symbol}: ${networks.state}`);
    expect([networks.chains.length > 0, networks.unreadable]).toEqual([true, 0]);
    for (const { name, mainChainName } of networks.chains) {
      expect(mainChainName).toMatch(/\w/);
      expect((await chargeAddress(upstreamContext, { symbol: name })).addressStr).toMatch(/^\S+$/);
    }
  }
  const only = await depositCoins(upstreamContext, "USDT");
  expect(only.map(({ symbol }) => symbol)).toEqual(["USDT"]);
  const { deposits, count } = await depositList(upstreamContext, { coinSymbol: "USDT", page: 1, pageSize: 10 });
  expect(count).toBe(1);
  expect(deposits[0]).toMatchObject({ amount: "0.25", symbol: "USDT", status: "completed" });
  expect(deposits[0]?.createdAtMs).toBeTypeOf("number");
});

test("an identity with its photos", async () => {
  const { upstreamContext } = await signIn({ authLevel: 3 });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#888" } })
    .jpeg()
    .toBuffer();
  const upload = async (slot: "firstPhoto" | "secondPhoto" | "thirdPhoto") =>
    (
      await uploadImage(upstreamContext, {
        slot,
        file: new Blob([picture], { type: "image/jpeg" }),
        filename: `${slot}.jpg`,
      })
    ).filename;
  const photos = {
    firstPhoto: await upload("firstPhoto"),
    secondPhoto: await upload("secondPhoto"),
    thirdPhoto: await upload("thirdPhoto"),
  };
  const details = {
    certificateType: 1,
    certificateNumber: "110101199003070000",
    userName: "王小明",
    ...photos,
  } as const;
  await authRealname(upstreamContext, { ...details, countryCode: "86", numberCode: "156" });
  expect((await userInfo(upstreamContext)).authLevel).toBe("review");
  const other = await signIn({ authLevel: 3 });
  const foreign = authRealname(other.upstreamContext, { ...details, countryCode: "86", numberCode: "156" });
  await expect(foreign).rejects.toMatchObject({ name: "UpstreamRejected", messageKey: "errors.server" });
});

test("an authenticator is offered, and bound only with a right code", async () => {
  const { upstreamContext, password } = await signIn({ googleBound: false });
  const key = await openGoogleAuthenticator(upstreamContext);
  expect(key.googleKey).toMatch(/^[A-Z2-7]+$/);
  const wrong = verifyGoogle(upstreamContext, { googleKey: key.googleKey, googleCode: "000000", loginPwd: password });
  await expect(wrong).rejects.toMatchObject({ messageKey: "errors.code" });
  expect((await userInfo(upstreamContext)).googleBound).toBe(false);
});

test("notices, with their count, in both languages, and searched", async () => {
  const { notices, count } = await noticeList(english, { page: 1, pageSize: 5 });
  expect(notices).toHaveLength(Math.min(5, count));
  for (const { id, title, content, timeMs } of notices) {
    expect([id, title, content].every((text) => text)).toBe(true);
    expect(timeMs).toBeTypeOf("number");
  }
  expect((await noticeList(chinese, { page: 1, pageSize: 5 })).notices[0]?.title).not.toBe(notices[0]?.title);
  expect(await noticeList(english, { page: 1, pageSize: 5, keyword: "no such words" })).toEqual({
    notices: [],
    count: 0,
    more: false,
    omittedCount: 0,
  });
});

test("the website's data: configuration, banners, countries, the app", async () => {
  const config = await siteConfig(english);
  expect(config).toMatchObject({ title: expect.any(String), telegram: expect.stringMatching(/^https:/) });
  expect(config).toMatchObject({
    salesEMail: expect.stringContaining("@"),
    supportEMail: expect.stringContaining("@"),
  });
  for (const picture of [config.favicon, config.appHomeLogoOS, config.appLogoOS])
    expect(picture).toContain(sandbox.url);
  expect((await siteConfig(chinese)).title).not.toBe(config.title);
  expect((await banners(english)).length).toBeGreaterThan(0);
  const all = await countries(english);
  expect(all.length).toBeGreaterThan(200);
  expect(all).toContainEqual({ name: expect.stringContaining("United States"), areaCode: "1", numberCode: "840" });
  expect(Object.values(await appDownload(english)).filter(Boolean)).toHaveLength(3);
});

test("an enquiry arrives", async () => {
  await leaveMessage(english, ENQUIRY);
  const [request] = (await sandbox.requests("originClueCollect")).slice(-1);
  expect(request?.body).toEqual(ENQUIRY);
});

test.each(NO_RESPONSE)("the fault $kind reads as unavailable in every call", async (fault) => {
  const { upstreamContext } = await signIn();
  for (const name of CALL_NAMES) await sandbox.fail(name, fault);
  const errors = await Promise.all(
    CALLS.map(({ run }) => run(upstreamContext).catch((error: unknown) => (error as Error).name)),
  );
  expect(errors).toEqual(CALLS.map(() => "UpstreamUnavailable"));
});

test("wrong types read as unavailable in the calls that read something", async () => {
  const { upstreamContext } = await signIn();
  await sandbox.fail("project_sku", { kind: "types" });
  await sandbox.fail("user_info", { kind: "types" });
  await sandbox.fail("account_balance", { kind: "types" });
  const reads = [
    () => productList(english, { page: 1, pageSize: 5, type: "power" }),
    () => userInfo(upstreamContext),
    () => accountBalance(upstreamContext),
  ];
  for (const read of reads) await expect(read()).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});

test("a call that hangs ends at the deadline", async () => {
  await sandbox.fail("public_info_v5", { kind: "hang" });
  await expect(publicInfo({ ...english, deadlineMs: 60 })).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});

test("sessions that the upstream ends are recognised", async () => {
  const { upstreamContext, email } = await signIn();
  await sandbox.expireSessions(email);
  const personal = CALLS.filter(({ name }) =>
    ["userInfo", "orderList", "productAccount", "accountBalance"].includes(name),
  );
  for (const { run } of personal) await expect(run(upstreamContext)).rejects.toMatchObject({ name: "SessionExpired" });
});
