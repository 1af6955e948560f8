import { setTimeout as wait } from "node:timers/promises";
import { hashrate, signInAt } from "@storefront/sandbox/test/calls";
import { ScriptlessContext } from "../support/scriptless/context";
import type { WireResponse } from "../support/scriptless/wire";
import { CODE_PATH, PRODUCT_PATH } from "../support/purchase-paths";
import type { TestEnvironment } from "../support/stage";
import { TEXTS } from "../support/texts";
import { unless } from "./row";

/** Buyers on a storefront whose store fails, and the state of the store that it reports. */

/** The time after which buying must work again. */
const BUYING_LIMIT_MS = 15_000;
const READY_LIMIT_MS = 10_000;
/** The place of an environment that no worker of the matrix uses. */
export const PLACE = 40;

/** The result for one failure of the store. */
export interface StoreVerdict {
  name: string;
  /** The message of `/readyz` during the failure. */
  message: string;
  /** The time until buying worked again, from the fault (of a failover) or from its end. */
  buyingAfterSeconds: number;
  wrong: string[];
}

let addresses = 0;

/** A buyer who is signed in by the cookie that the form would have set. */
export async function buyerAt({ sandbox, storefront, sessionCookie }: TestEnvironment) {
  const account = await sandbox.createAccount({ balances: { USDT: "10000" } });
  const token = await signInAt(sandbox, account);
  const cookie = await sessionCookie({ token, account: account.email, userId: String(account.id) });
  const [pair = ""] = cookie.split(";");
  addresses += 1;
  const browser = new ScriptlessContext(storefront.url, { headers: { "X-Forwarded-For": `10.88.0.${addresses}` } });
  browser.jar.set("ulan", "en_US");
  browser.jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));

  const quote = (page: WireResponse) => browser.submit(PRODUCT_PATH, { intent: "buy", buyAmount: "2" }, page);

  async function toCode(): Promise<WireResponse> {
    await quote(await browser.open(PRODUCT_PATH));
    return browser.open(CODE_PATH);
  }

  /** Posts the code sheet; returns the target of the redirect, "not charged", or the status. */
  async function pay(sheet: WireResponse): Promise<string> {
    const googleCode = await sandbox.code(account.email, "google");
    const fields = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode };
    const response = await browser.post(CODE_PATH, fields);
    const isNotCharged = response.text.includes(TEXTS.en_US("errors.notCharged"));
    return response.location ?? (isNotCharged ? "not charged" : String(response.status));
  }

  async function orders(): Promise<number> {
    const asked = { page: 1, pageSize: 100, paramType: "calcuPower" };
    const { data } = await hashrate(sandbox, "getOrderList", asked, { token });
    return Number(data.count);
  }
  return { browser, quote, toCode, pay, orders };
}

export type Buyer = Awaited<ReturnType<typeof buyerAt>>;

/** The seconds until a new buyer has bought. */
export async function untilBought(environment: TestEnvironment, fromMs: number): Promise<number> {
  for (;;) {
    const end = await buyerAt(environment)
      .then(async (buyer) => buyer.pay(await buyer.toCode()))
      .catch((error: unknown) => String(error));
    const seconds = (performance.now() - fromMs) / 1000;
    if (end.startsWith("/Successpay")) return seconds;
    if (seconds > 4 * (BUYING_LIMIT_MS / 1000)) throw new Error(`Nobody can buy after ${seconds.toFixed(0)} s: ${end}`);
    await wait(100);
  }
}

export const lateBuying = (seconds: number) =>
  unless(
    seconds * 1000 <= BUYING_LIMIT_MS,
    `buying took ${seconds.toFixed(1)} s of ${BUYING_LIMIT_MS / 1000} to work again`,
  );

async function readiness({ storefront }: TestEnvironment): Promise<string> {
  const text = await (await fetch(`${storefront.url}/readyz`)).text();
  return /^store: (.*)$/m.exec(text)?.[1] ?? text;
}

/** Waits until `/readyz` reports this of the store; returns its last report. */
export async function readyWhen(environment: TestEnvironment, is: RegExp): Promise<string> {
  const untilMs = performance.now() + READY_LIMIT_MS;
  let message = await readiness(environment);
  while (!is.test(message) && performance.now() < untilMs) {
    await wait(100);
    message = await readiness(environment);
  }
  return message;
}
