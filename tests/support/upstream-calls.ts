import * as authenticator from "~server/upstream/authenticator";
import * as captcha from "~server/upstream/captcha";
import * as catalogue from "~server/upstream/catalogue";
import * as codes from "~server/upstream/codes";
import * as finance from "~server/upstream/finance";
import { market } from "~server/upstream/market";
import * as identity from "~server/upstream/identity";
import * as notices from "~server/upstream/notices";
import * as orders from "~server/upstream/orders";
import * as registration from "~server/upstream/registration";
import * as signIn from "~server/upstream/sign-in";
import * as site from "~server/upstream/site";
import type { UpstreamContext } from "~server/upstream/client";
import { userInfo } from "~server/upstream/user";
import type { PeerRequest } from "@storefront/test-support/peer";

/** One call, with an input, and `data` of a response that it can read. */
export interface CallUnderTest {
  name: string;
  path: string;
  /** Read: tried twice. Write: sent once. */
  kind: "read" | "write";
  /** Sends the visitor's token. */
  personal: boolean;
  /** Whether it reads the response's `data`; otherwise only the code counts. */
  reads: boolean;
  run: (upstreamContext: UpstreamContext) => Promise<unknown>;
  /** The body that is sent, without securityInfo; undefined for multipart. */
  body: Record<string, unknown> | undefined;
  data: unknown;
}

const EX = "/fe-ex-api";
const HASH = "/fe-origin-hashrate-api";
const STORAGE = "/fe-storage-api";

const product = { productId: 7, title: "Storage power", productStatus: 1, price: "12.5", paySymbol: "USDT" };
const photos = { firstPhoto: "a.jpg", secondPhoto: "b.jpg", thirdPhoto: "c.jpg" };
export const ENQUIRY = {
  name: "A",
  tel: "+86-13800000000",
  email: "a@example.com",
  social: "Telegram-a",
  message: "Hello",
  url: "http://127.0.0.1:3000/LeavingMessage",
};

type Row = [
  name: string,
  path: string,
  traits: `${"read" | "write"} ${"personal" | "public"} ${"data" | "code"}`,
  run: CallUnderTest["run"],
  body: CallUnderTest["body"],
  data: unknown,
];

const rows: Row[] = [
  [
    "publicInfo",
    `${EX}/common/public_info_v5`,
    "read public data",
    (upstreamContext) => captcha.publicInfo(upstreamContext),
    {},
    { switch: { verificationType: "0" } },
  ],
  [
    "startCaptcha",
    `${EX}/common/tartCaptcha`,
    "read public data",
    (upstreamContext) => captcha.startCaptcha(upstreamContext),
    {},
    { captcha: { challenge: "c", gt: "g", success: 1 } },
  ],
  [
    "logIn",
    `${EX}/user/login_in`,
    "write personal data",
    (upstreamContext) =>
      signIn.logIn(upstreamContext, {
        mobileNumber: "a@example.com",
        loginPword: "canary-password",
        verificationType: "none",
      }),
    { mobileNumber: "a@example.com", loginPword: "canary-password", verificationType: 0 },
    { token: "t1", type: 1, googleAuth: 1 },
  ],
  [
    "confirmLogin",
    `${EX}/user/confirm_login`,
    "write personal code",
    (upstreamContext) => signIn.confirmLogin(upstreamContext, { token: "canary-step-token", googleCode: "135791" }),
    { token: "canary-step-token", googleCode: "135791", smsCode: "", emailCode: "" },
    null,
  ],
  [
    "sendSmsCode",
    `${EX}/v4/common/smsValidCode`,
    "write personal code",
    (upstreamContext) => codes.sendSmsCode(upstreamContext, { token: "canary-step-token" }),
    { operationType: 25, token: "canary-step-token" },
    null,
  ],
  [
    "sendEmailCode",
    `${EX}/v4/common/emailValidCode`,
    "write personal code",
    (upstreamContext) => codes.sendEmailCode(upstreamContext, { token: "canary-step-token", purpose: "login" }),
    { operationType: 4, token: "canary-step-token" },
    null,
  ],
  [
    "checkRegistration",
    `${EX}/user/reg_email_chk_info`,
    "write personal data",
    (upstreamContext) =>
      registration.checkRegistration(upstreamContext, {
        email: "a@example.com",
        invitedCode: "INV1",
        loginPword: "canary-password",
        newPassword: "canary-password",
        verificationType: "challenge",
        captcha: { geetest_challenge: "c1", geetest_validate: "v1", geetest_seccode: "s1" },
      }),
    {
      email: "a@example.com",
      invitedCode: "INV1",
      loginPword: "canary-password",
      newPassword: "canary-password",
      verificationType: 2,
      geetest_challenge: "c1",
      geetest_validate: "v1",
      geetest_seccode: "s1",
    },
    { token: "t2" },
  ],
  [
    "confirmRegistration",
    `${EX}/user/reg_email_confirm`,
    "write personal data",
    (upstreamContext) =>
      registration.confirmRegistration(upstreamContext, { emailCode: "135791", token: "canary-step-token" }),
    { emailCode: "135791", token: "canary-step-token" },
    { uid: 12, token: "t3" },
  ],
  [
    "userInfo",
    `${EX}/common/user_info`,
    "read personal data",
    (upstreamContext) => userInfo(upstreamContext),
    {},
    { userAccount: "a@example.com", id: 12, authLevel: 1, googleStatus: 1, inviteCode: "INV1" },
  ],
  [
    "logOut",
    `${EX}/user/login_out`,
    "write personal code",
    (upstreamContext) => signIn.logOut(upstreamContext),
    {},
    null,
  ],
  [
    "productList",
    `${HASH}/project_sku`,
    "read public data",
    (upstreamContext) => catalogue.productList(upstreamContext, { page: 1, pageSize: 5, type: "power" }),
    { page: 1, pageSize: 5, showTag: 2, type: 1 },
    { data: [product], count: 1 },
  ],
  [
    "productDetail",
    `${HASH}/project_sku_detail`,
    "read public data",
    (upstreamContext) => catalogue.productDetail(upstreamContext, "7"),
    { productId: "7" },
    product,
  ],
  [
    "market",
    `${EX}/common/public_info_market`,
    "read public data",
    (upstreamContext) => market(upstreamContext),
    {},
    { market: { coinList: { USDT: { showName: "USDT", showPrecision: 2 } } } },
  ],
  [
    "accountBalance",
    `${EX}/finance/v5/account_balance`,
    "read personal data",
    (upstreamContext) => finance.accountBalance(upstreamContext),
    { coinSymbols: "" },
    { totalBalance: "1", totalBalanceSymbol: "BTC", allCoinMap: { USDT: { allBalance: "1" } } },
  ],
  [
    "chargeAddress",
    `${EX}/finance/get_charge_address`,
    "read personal data",
    (upstreamContext) => finance.chargeAddress(upstreamContext, { symbol: "TUSDT" }),
    { symbol: "TUSDT" },
    { addressStr: "TXYZ", addressQRCode: "" },
  ],
  [
    "depositList",
    `${EX}/record/deposit_list`,
    "read personal data",
    (upstreamContext) => finance.depositList(upstreamContext, { coinSymbol: "USDT", page: 1, pageSize: 10 }),
    { coinSymbol: "USDT", page: 1, pageSize: 10 },
    { count: 1, financeList: [{ createdAt: "2026-01-02 03:04:05", status: 1, amount: "5", symbol: "USDT" }] },
  ],
  [
    "productAccount",
    `${STORAGE}/getUserAccountByUid`,
    "read personal data",
    (upstreamContext) => orders.productAccount(upstreamContext, "7"),
    { productId: "7" },
    { balance: "10.5", accountType: 1 },
  ],
  [
    "purchase",
    `${STORAGE}/userPayMinerOrderV2`,
    "write personal code",
    (upstreamContext) =>
      orders.purchase(upstreamContext, { buyAmount: "1.50", productId: "7", googleCode: "135791", accountType: "1" }),
    { buyAmount: "1.50", productId: "7", googleCode: "135791", accountType: "1" },
    null,
  ],
  [
    "orderList",
    `${HASH}/getOrderList`,
    "read personal data",
    (upstreamContext) => orders.orderList(upstreamContext),
    { page: 1, pageSize: 100, paramType: "calcuPower" },
    { count: 1, orderList: [{ orderNum: "N1", orderStatus: 0 }] },
  ],
  [
    "uploadImage",
    `${EX}/common/upload_img`,
    "write personal data",
    (upstreamContext) =>
      identity.uploadImage(upstreamContext, { slot: "firstPhoto", file: new Blob(["picture"]), filename: "front.jpg" }),
    undefined,
    { filename: "stored.jpg" },
  ],
  [
    "authRealname",
    `${EX}/user/v4/auth_realname`,
    "write personal code",
    (upstreamContext) =>
      identity.authRealname(upstreamContext, {
        certificateType: 1,
        certificateNumber: "110101199003070000",
        countryCode: "86",
        numberCode: "156",
        userName: "王小明",
        ...photos,
      }),
    {
      certificateType: 1,
      certificateNumber: "110101199003070000",
      countryCode: "+86",
      numberCode: "156",
      userName: "王小明",
      ...photos,
    },
    null,
  ],
  [
    "openGoogleAuthenticator",
    `${EX}/user/toopen_google_authenticator`,
    "write personal data",
    (upstreamContext) => authenticator.openGoogleAuthenticator(upstreamContext),
    {},
    { googleKey: "JBSWY3DPEHPK3PXP", googleUser: "a@example.com" },
  ],
  [
    "verifyGoogle",
    `${EX}/user/google_verify`,
    "write personal code",
    (upstreamContext) =>
      authenticator.verifyGoogle(upstreamContext, {
        googleCode: "135791",
        googleKey: "JBSWY3DPEHPK3PXP",
        loginPwd: "canary-password",
      }),
    { googleCode: "135791", googleKey: "JBSWY3DPEHPK3PXP", loginPwd: "canary-password" },
    null,
  ],
  [
    "noticeList",
    `${EX}/notice/notice_info_list`,
    "read public data",
    (upstreamContext) => notices.noticeList(upstreamContext, { page: 1, pageSize: 5 }),
    { page: 1, pageSize: 5, keyword: "" },
    { count: 1, noticeInfoList: [{ id: 3, title: "Maintenance", content: "<p>Tonight</p>", timeLong: 1628238650000 }] },
  ],
  [
    "siteConfig",
    `${HASH}/common/kv`,
    "read public data",
    (upstreamContext) => site.siteConfig(upstreamContext),
    { keys: "merchant-config-h5" },
    { title: "Shop" },
  ],
  [
    "banners",
    `${HASH}/common/kv`,
    "read public data",
    (upstreamContext) => site.banners(upstreamContext),
    { keys: "banner-h5" },
    [{ img: "https://img.example.com/1.png" }],
  ],
  [
    "countries",
    `${HASH}/common/kv`,
    "read public data",
    (upstreamContext) => site.countries(upstreamContext),
    { keys: "country-h5" },
    [{ name: "United States", areaCode: 1, numberCode: "840" }],
  ],
  [
    "leaveMessage",
    `${HASH}/originClueCollect`,
    "write personal code",
    (upstreamContext) => site.leaveMessage(upstreamContext, ENQUIRY),
    ENQUIRY,
    null,
  ],
  [
    "appDownload",
    `${EX}/common/app_download`,
    "read public data",
    (upstreamContext) => site.appDownload(upstreamContext),
    {},
    { android_download_url: "https://example.com/a.apk" },
  ],
];

/** Every call (behaviour 7.7). */
export const CALLS: readonly CallUnderTest[] = rows.map(([name, path, traits, run, body, data]) => ({
  name,
  path,
  kind: traits.startsWith("read") ? "read" : "write",
  personal: traits.includes("personal"),
  reads: traits.endsWith("data"),
  run,
  body,
  data,
}));

/** The call of a request, by its path, and for common/kv by its key. */
export function callOf(request: Pick<PeerRequest, "path" | "body">): CallUnderTest {
  const calls = CALLS.filter(({ path }) => path === request.path);
  const call = calls.find(({ body }) => calls.length === 1 || request.body.includes(JSON.stringify(body?.keys)));
  if (!call) throw new Error(`No such call: ${request.path}`);
  return call;
}
