import type { Fault, Sandbox } from "@storefront/sandbox/start";
import { browserAt } from "./documents";
import { pages } from "./pages";
import { CODE_PATH, confirmPath, PRODUCT_PATH } from "./purchase-paths";
import type { CookieJar } from "./requests";
import type { WireResponse } from "./scriptless/wire";
import { signedIn, type SignedIn } from "./signed-in";

/** Faults of a payment's call, with and without its effect. If a gateway repeats the call, it is rejected. */
export const CALL_FAULTS: readonly Fault[] = (["effect", "nothing"] as const).flatMap((after): Fault[] => [
  { kind: "reset", after },
  { kind: "error", code: "20004", msg: "busy", after },
  { kind: "error", code: "10022", after },
  { kind: "error", code: "10002", after },
]);

/** Makes a browser without scripts that has these cookies. */
export const browserOf = (cookies: CookieJar) => browserAt(pages, undefined, cookies);

/** Makes the browser of a visitor without a session. */
export const stranger = (locale = "en_US") => browserAt(pages, locale);

/** The terms of these tests' product. */
export const TERMS = { productStatus: 1, minBuy: "1", maxBuy: "200", stepBuy: "0.5", price: "15.5", paySymbol: "USDT" };

/** Opens a product and posts its quantity form. */
export async function postQuantity(
  cookies: CookieJar,
  fields: Record<string, string> = {},
  path = PRODUCT_PATH,
): Promise<WireResponse> {
  const page = await browserOf(cookies).open(path);
  return browserOf(cookies).post(path, { csrf: page.field("csrf"), intent: "buy", buyAmount: "2.5", ...fields });
}

/** A buyer without scripts on the pages of one product. It follows no redirects, so a test sees each response. */
export interface Buyer extends SignedIn {
  /** Opens a page of a purchase. */
  open(path: string): Promise<WireResponse>;
  /** Posts a form of a purchase. */
  post(path: string, fields: Record<string, string | undefined>): Promise<WireResponse>;
  /** Opens the product and posts its form. */
  buy(fields?: Record<string, string>): Promise<WireResponse>;
  /** Goes from the product to the sheet for the code. */
  toCode(quantity?: string): Promise<WireResponse>;
  /** Does the same after an earlier purchase without a response, through the step that asks to buy again. */
  toCodeAgain(): Promise<{ asked: WireResponse; sheet: WireResponse }>;
  /** Posts the form of that sheet, as in the page, with a code that the upstream will accept. */
  pay(sheet: WireResponse, fields?: Record<string, string | undefined>): Promise<WireResponse>;
}

/** Signs in a new account, in English; the options are those of `createAccount`. */
export async function buyerOf(sandbox: Sandbox, options: Parameters<Sandbox["createAccount"]>[0] = {}): Promise<Buyer> {
  const visitor = await signedIn(sandbox, options);
  const cookies = visitor.cookies.set("ulan", "en_US");
  const browser = browserOf(cookies);
  return {
    ...visitor,
    open: (path) => browser.open(path),
    post: (path, fields) => browser.post(path, fields),
    buy: (fields) => postQuantity(cookies, fields),
    async toCode(quantity = "2.5") {
      const quoted = await postQuantity(cookies, { buyAmount: quantity });
      if (quoted.location !== confirmPath(quantity)) throw new Error(`No quote: ${quoted.text}`);
      return browser.open(CODE_PATH);
    },
    async toCodeAgain() {
      const buyAmount = "2.5";
      const asked = await browser.open((await postQuantity(cookies, { buyAmount })).location ?? "");
      const quoted = await postQuantity(cookies, { buyAmount, again: asked.field("again") ?? "" });
      if (quoted.location !== confirmPath(buyAmount)) throw new Error(`No quote: ${quoted.text}`);
      return { asked, sheet: await browser.open(CODE_PATH) };
    },
    async pay(sheet, fields = {}) {
      const googleCode = await sandbox.code(visitor.account.email, "google");
      const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode, ...fields };
      return browser.post(CODE_PATH, form);
    },
  };
}
