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

/** A call with an input and the `data` of a valid response. */
export interface CallUnderTest {
  name: string;
  path: string;
  /** A read is tried twice; a write is sent once. */
  kind: "read" | "write";
  /** True if the call sends the visitor's token. */
  personal: boolean;
  /** True if the call reads the response's `data`; otherwise only the code counts. */
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
const login = { mobileNumber: "a@example.com", loginPword: "canary-password" };
const proof = { geetest_challenge: "c1", geetest_validate: "v1", geetest_seccode: "s1" };
const token = "canary-step-token";
const newcomer = {
  email: "a@example.com",
  invitedCode: "INV1",
  loginPword: "canary-password",
  newPassword: "canary-password",
};
const person = {
  certificateType: 1,
  certificateNumber: "110101199003070000",
  numberCode: "156",
  userName: "王小明",
  ...photos,
} as const;
const upload = { slot: "firstPhoto", file: new Blob(["picture"]), filename: "front.jpg" } as const;
const ENQUIRY = {
  name: "A",
  tel: "+86-13800000000",
  email: "a@example.com",
  social: "Telegram-a",
  message: "Hello",
  url: "http://127.0.0.1:3000/LeavingMessage",
};

type Traits = `${"read" | "write"} ${"personal" | "public"} ${"data" | "code"}`;
type Run<Input> = (upstreamContext: UpstreamContext, input: Input) => Promise<unknown>;

/** Makes a row of the table; by default `body` is the input. */
function call<Input>(
  traits: Traits,
  path: string,
  run: Run<Input>,
  { data = null, ...given }: { input?: Input; body?: CallUnderTest["body"]; data?: unknown },
): Omit<CallUnderTest, "name"> {
  const input = given.input as Input;
  return {
    path,
    kind: traits.startsWith("read") ? "read" : "write",
    personal: traits.includes("personal"),
    reads: traits.endsWith("data"),
    run: (upstreamContext) => run(upstreamContext, input),
    body: "body" in given ? given.body : ((input ?? {}) as Record<string, unknown>),
    data,
  };
}

const TABLE = {
  publicInfo: call("read public data", `${EX}/common/public_info_v5`, captcha.publicInfo, {
    data: { switch: { verificationType: "0" } },
  }),
  startCaptcha: call("read public data", `${EX}/common/tartCaptcha`, captcha.startCaptcha, {
    data: { captcha: { challenge: "c", gt: "g", success: 1 } },
  }),
  logIn: call("write personal data", `${EX}/user/login_in`, signIn.logIn, {
    input: { ...login, verificationType: "none" },
    body: { ...login, verificationType: 0 },
    data: { token: "t1", type: 1, googleAuth: 1 },
  }),
  confirmLogin: call("write personal code", `${EX}/user/confirm_login`, signIn.confirmLogin, {
    input: { token, googleCode: "135791" },
    body: { token, googleCode: "135791", smsCode: "", emailCode: "" },
  }),
  sendSmsCode: call("write personal code", `${EX}/v4/common/smsValidCode`, codes.sendSmsCode, {
    input: { token },
    body: { operationType: 25, token },
  }),
  sendEmailCode: call("write personal code", `${EX}/v4/common/emailValidCode`, codes.sendEmailCode, {
    input: { token, purpose: "login" },
    body: { operationType: 4, token },
  }),
  checkRegistration: call("write personal data", `${EX}/user/reg_email_chk_info`, registration.checkRegistration, {
    input: { ...newcomer, verificationType: "challenge", captcha: proof },
    body: { ...newcomer, verificationType: 2, ...proof },
    data: { token: "t2" },
  }),
  confirmRegistration: call("write personal data", `${EX}/user/reg_email_confirm`, registration.confirmRegistration, {
    input: { emailCode: "135791", token },
    data: { uid: 12, token: "t3" },
  }),
  userInfo: call("read personal data", `${EX}/common/user_info`, userInfo, {
    data: { userAccount: "a@example.com", id: 12, authLevel: 1, googleStatus: 1, inviteCode: "INV1" },
  }),
  logOut: call("write personal code", `${EX}/user/login_out`, signIn.logOut, {}),
  productList: call("read public data", `${HASH}/project_sku`, catalogue.productList, {
    input: { page: 1, pageSize: 5, type: "power" },
    body: { page: 1, pageSize: 5, showTag: 2, type: 1 },
    data: { data: [product], count: 1 },
  }),
  productDetail: call("read public data", `${HASH}/project_sku_detail`, catalogue.productDetail, {
    input: "7",
    body: { productId: "7" },
    data: product,
  }),
  market: call("read public data", `${EX}/common/public_info_market`, market, {
    data: { market: { coinList: { USDT: { showName: "USDT", showPrecision: 2 } } } },
  }),
  accountBalance: call("read personal data", `${EX}/finance/v5/account_balance`, finance.accountBalance, {
    body: { coinSymbols: "" },
    data: { totalBalance: "1", totalBalanceSymbol: "BTC", allCoinMap: { USDT: { allBalance: "1" } } },
  }),
  chargeAddress: call("read personal data", `${EX}/finance/get_charge_address`, finance.chargeAddress, {
    input: { symbol: "TUSDT" },
    data: { addressStr: "TXYZ", addressQRCode: "" },
  }),
  depositList: call("read personal data", `${EX}/record/deposit_list`, finance.depositList, {
    input: { coinSymbol: "USDT", page: 1, pageSize: 10 },
    data: { count: 1, financeList: [{ createdAt: "2026-01-02 03:04:05", status: 1, amount: "5", symbol: "USDT" }] },
  }),
  productAccount: call("read personal data", `${STORAGE}/getUserAccountByUid`, orders.productAccount, {
    input: "7",
    body: { productId: "7" },
    data: { balance: "10.5", accountType: 1 },
  }),
  purchase: call("write personal code", `${STORAGE}/userPayMinerOrderV2`, orders.purchase, {
    input: { buyAmount: "1.50", productId: "7", googleCode: "135791", accountType: "1" },
  }),
  orderList: call("read personal data", `${HASH}/getOrderList`, orders.orderList, {
    body: { page: 1, pageSize: 100, paramType: "calcuPower" },
    data: { count: 1, orderList: [{ orderNum: "N1", orderStatus: 0 }] },
  }),
  uploadImage: call("write personal data", `${EX}/common/upload_img`, identity.uploadImage, {
    input: upload,
    body: undefined,
    data: { filename: "stored.jpg" },
  }),
  authRealname: call("write personal code", `${EX}/user/v4/auth_realname`, identity.authRealname, {
    input: { ...person, countryCode: "86" },
    body: { ...person, countryCode: "+86" },
  }),
  openGoogleAuthenticator: call(
    "write personal data",
    `${EX}/user/toopen_google_authenticator`,
    authenticator.openGoogleAuthenticator,
    { data: { googleKey: "JBSWY3DPEHPK3PXP", googleUser: "a@example.com" } },
  ),
  verifyGoogle: call("write personal code", `${EX}/user/google_verify`, authenticator.verifyGoogle, {
    input: { googleCode: "135791", googleKey: "JBSWY3DPEHPK3PXP", loginPwd: "canary-password" },
  }),
  noticeList: call("read public data", `${EX}/notice/notice_info_list`, notices.noticeList, {
    input: { page: 1, pageSize: 5 },
    body: { page: 1, pageSize: 5, keyword: "" },
    data: {
      count: 1,
      noticeInfoList: [{ id: 3, title: "Maintenance", content: "<p>Tonight</p>", timeLong: 1628238650000 }],
    },
  }),
  siteConfig: call("read public data", `${HASH}/common/kv`, site.siteConfig, {
    body: { keys: "merchant-config-h5" },
    data: { title: "Shop" },
  }),
  banners: call("read public data", `${HASH}/common/kv`, site.banners, {
    body: { keys: "banner-h5" },
    data: [{ img: "https://img.example.com/1.png" }],
  }),
  countries: call("read public data", `${HASH}/common/kv`, site.countries, {
    body: { keys: "country-h5" },
    data: [{ name: "United States", areaCode: 1, numberCode: "840" }],
  }),
  leaveMessage: call("write personal code", `${HASH}/originClueCollect`, site.leaveMessage, { input: ENQUIRY }),
  appDownload: call("read public data", `${EX}/common/app_download`, site.appDownload, {
    data: { android_download_url: "https://example.com/a.apk" },
  }),
};

export const CALLS: readonly CallUnderTest[] = Object.entries(TABLE).map(([name, rest]) => ({ name, ...rest }));

/** Returns the call of a request, by path and, for common/kv, by key. */
export function callOf(request: Pick<PeerRequest, "path" | "body">): CallUnderTest {
  const calls = CALLS.filter(({ path }) => path === request.path);
  const call = calls.find(({ body }) => calls.length === 1 || request.body.includes(JSON.stringify(body?.keys)));
  if (!call) throw new Error(`No such call: ${request.path}`);
  return call;
}
