import type { Both, Locale } from "./values";

/** The upstream's errors. The first ones have codes with a known meaning; the others have only a message. */
const REFUSALS = {
  sessionExpired: ["10002", "登入已逾時，請重新登入。", "Your login session has timed out, please log in again."],
  badRequest: ["10001", "參數有誤。", "The request is not valid."],
  wrongLogin: ["10006", "帳號或密碼錯誤。", "The account or the password is wrong."],
  wrongPassword: ["10007", "登入密碼錯誤。", "The login password is wrong."],
  wrongSentCode: ["10010", "驗證碼錯誤。", "The verification code is wrong."],
  wrongGoogleCode: ["10022", "Google 驗證碼錯誤。", "The authenticator code is wrong."],
  emailRegistered: ["10023", "該信箱已註冊。", "This e-mail address is already registered."],
  noPhone: ["10024", "帳號未綁定手機號碼。", "No phone number is bound to this account."],
  idCardExists: ["10051", "該證件已被使用。", "This identity document is already in use."],
  captcha: ["10055", "安全驗證失敗，請重試。", "The security check failed, please try again."],
  emailInvalid: ["10031", "信箱格式不正確。", "The e-mail address is not valid."],
  passwordsDiffer: ["10032", "兩次輸入的密碼不一致。", "The two passwords are not the same."],
  passwordRule: [
    "10033",
    "密碼須為 8–20 位，並同時包含字母與數字。",
    "The password must have 8 to 20 characters, letters and digits.",
  ],
  inviteUnknown: ["10034", "邀請碼不存在。", "This invitation code does not exist."],
  googleBound: ["10041", "已綁定 Google 驗證器。", "An authenticator is already bound."],
  googleNotBound: ["10042", "請先綁定 Google 驗證器。", "Please bind an authenticator first."],
  googleKey: ["10043", "金鑰已失效，請重新取得。", "The key is no longer valid, please get a new one."],
  identityFields: ["10052", "請完整填寫身分資料。", "Please fill in all the identity details."],
  identityPhotos: ["10053", "請上傳全部證件照片。", "Please upload all photos of your identity document."],
  identityState: [
    "10054",
    "資料審核中或已驗證，無法修改。",
    "The details are in review or verified and cannot be changed.",
  ],
  photoType: ["10061", "僅支援 JPG 或 PNG 圖片。", "Only JPG and PNG pictures are accepted."],
  photoSize: ["10062", "圖片不得超過 500 KB。", "The picture must not exceed 500 kB."],
  productUnknown: ["20001", "產品不存在。", "This product does not exist."],
  notOnSale: ["20002", "該產品目前無法購買。", "This product cannot be bought at present."],
  quantity: ["20003", "購買數量不符合限制。", "The quantity is outside the limits of this product."],
  noStock: ["20004", "庫存不足！", "Out of stock!"],
  noBalance: ["20005", "帳戶餘額不足！", "Your account balance is insufficient!"],
  accountType: ["20006", "帳戶類型不符。", "This account cannot pay for the product."],
  coinUnknown: ["30001", "不支援該幣種。", "This coin is not supported."],
  depositClosed: ["30002", "該幣種暫停儲值。", "Deposits of this coin are suspended."],
  enquiryFields: ["40001", "請完整填寫所有欄位。", "Please fill in all fields."],
} as const satisfies Record<string, readonly [code: string, el_GR: string, en_US: string]>;

export type RefusalKey = keyof typeof REFUSALS;

/** A refused call, with a code and a message in the request's language. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: string;
  readonly text: Both;

  constructor(readonly key: RefusalKey) {
    const [code, el_GR, en_US] = REFUSALS[key];
    super(en_US);
    this.code = code;
    this.text = { el_GR, en_US };
  }

  /** Returns the message in the given language. */
  in(locale: Locale): string {
    return this.text[locale];
  }
}
