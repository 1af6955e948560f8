import { accountOfToken } from "./accounts";
import { openGoogle, verifyGoogle } from "./authenticator";
import { publicInfo, startCaptcha } from "./captcha";
import { productDetail, productList } from "./catalogue";
import { accountBalance, chargeAddress, depositList, market } from "./finance";
import { submitIdentity, uploadPhoto } from "./identity";
import { noticeList } from "./notices";
import { buy, orderList, productAccount } from "./orders";
import { textOf, type Call } from "./platform";
import { checkRegistration, confirmRegistration, registrationOf } from "./registration";
import { confirmLogin, logIn, logOut, sendMail, sendSms, userInfo } from "./signin";
import { appDownload, keyValue, takeEnquiry } from "./site";

/** Handles one call: returns the `data` of the envelope, or throws a Refusal. */
type Handler = (call: Call) => unknown;

const EXCHANGE = "/fe-ex-api";
const HASHRATE = "/fe-origin-hashrate-api";
const STORAGE = "/fe-storage-api";

/** Every call (behaviour 7.7). */
const CALLS: Readonly<Record<string, Handler>> = {
  [`${EXCHANGE}/common/public_info_v5`]: publicInfo,
  [`${EXCHANGE}/common/public_info_market`]: market,
  [`${EXCHANGE}/common/tartCaptcha`]: startCaptcha,
  [`${EXCHANGE}/user/login_in`]: logIn,
  [`${EXCHANGE}/user/confirm_login`]: confirmLogin,
  [`${EXCHANGE}/v4/common/smsValidCode`]: sendSms,
  [`${EXCHANGE}/v4/common/emailValidCode`]: sendMail,
  [`${EXCHANGE}/user/reg_email_chk_info`]: checkRegistration,
  [`${EXCHANGE}/user/reg_email_confirm`]: confirmRegistration,
  [`${HASHRATE}/common/kv`]: keyValue,
  [`${HASHRATE}/project_sku`]: productList,
  [`${HASHRATE}/project_sku_detail`]: productDetail,
  [`${EXCHANGE}/notice/notice_info_list`]: noticeList,
  [`${EXCHANGE}/common/user_info`]: userInfo,
  [`${EXCHANGE}/user/login_out`]: logOut,
  [`${EXCHANGE}/finance/v5/account_balance`]: accountBalance,
  [`${STORAGE}/getUserAccountByUid`]: productAccount,
  [`${STORAGE}/userPayMinerOrderV2`]: buy,
  [`${HASHRATE}/originClueCollect`]: takeEnquiry,
  [`${EXCHANGE}/common/upload_img`]: uploadPhoto,
  [`${EXCHANGE}/user/v4/auth_realname`]: submitIdentity,
  [`${HASHRATE}/getOrderList`]: orderList,
  [`${EXCHANGE}/user/toopen_google_authenticator`]: openGoogle,
  [`${EXCHANGE}/user/google_verify`]: verifyGoogle,
  [`${EXCHANGE}/finance/get_charge_address`]: chargeAddress,
  [`${EXCHANGE}/record/deposit_list`]: depositList,
  [`${EXCHANGE}/common/app_download`]: appDownload,
};

/** The last segment of a path, which names a call in the control API. No two calls share one. */
export const callName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The names of all calls. */
export const CALL_NAMES: readonly string[] = Object.keys(CALLS).map(callName);

/** The handler of a path. `/fe-{product}-api` works under any product's name. */
export function handlerOf(path: string): Handler | undefined {
  const plain = path.replace(/^\/fe-(?!(?:ex|origin-hashrate)-api\/)[\w.-]+-api\//, `${STORAGE}/`);
  return Object.hasOwn(CALLS, plain) ? CALLS[plain] : undefined;
}

/**
 * Envelopes have their code as text on the exchange paths and as a number elsewhere: the upstream is known to mix them.
 */
export function successCode(path: string): string | number {
  return path.startsWith(`${EXCHANGE}/`) ? "0" : 0;
}

/** The e-mail of the account that a call is about, so that a fault can be for one account alone. */
export function accountConcerned({ platform, token, body }: Call): string | undefined {
  const named = textOf(body, "mobileNumber") || textOf(body, "email");
  if (named) return named.toLowerCase();
  const waiting = textOf(body, "token");
  const account = accountOfToken(platform, token, false) ?? accountOfToken(platform, waiting, true);
  return account?.email ?? registrationOf(platform, waiting)?.email;
}
