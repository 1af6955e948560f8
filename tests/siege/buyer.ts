import { setTimeout as wait } from "node:timers/promises";
import { hashrate, signInAt } from "@storefront/sandbox/test/calls";
import type { Sandbox } from "@storefront/sandbox/start";
import { CODE_PATH, PRODUCT_PATH } from "../support/purchase-paths";
import type { WireResponse } from "../support/scriptless/wire";
import type { Target } from "./attack";
import { visitorOf } from "./wires";

/** An honest visitor who buys while others attack. */

const PAUSE_MS = 250;
/** Statuses that mean "too busy", after which a person would try again. */
const BUSY = new Set([429, 502, 503, 504]);

export interface Bought {
  /** The time since the first page. */
  seconds: number;
  /** The number of "busy" responses and of connections without a response. */
  retries: number;
  wrong: string[];
}

export interface Buyer {
  /** Tries to buy until it succeeds, until this time of `performance.now()`, or until the shop is gone. */
  buy: (untilMs: number, isGone: () => boolean) => Promise<Bought>;
}

/** Makes a buyer's account and signs it in with the cookie that `cookieFor` makes. */
export async function buyerOf(
  target: Target,
  sandbox: Sandbox,
  cookieFor: (session: { token: string; account: string }) => Promise<string>,
): Promise<Buyer> {
  const account = await sandbox.createAccount({ balances: { USDT: "10000" } });
  const token = await signInAt(sandbox, account);
  const cookie = await cookieFor({ token, account: account.email });
  const browser = visitorOf(target, `ulan=en_US; ${cookie}`, "127.0.0.1");
  let retries = 0;

  let isOver = () => false;

  async function insist(act: () => Promise<WireResponse>): Promise<WireResponse> {
    for (;;) {
      const response = await act().catch((error: unknown) => String(error));
      if (typeof response !== "string" && !BUSY.has(response.status)) return response;
      if (isOver()) {
        throw new Error(typeof response === "string" ? response : `status ${response.status}`);
      }
      retries += 1;
      await wait(PAUSE_MS);
    }
  }

  /** Makes one attempt. Returns the address of the redirect, or the status. */
  async function tryOnce(): Promise<string> {
    const page = await insist(() => browser.open(PRODUCT_PATH));
    const quoted = await insist(() => browser.submit(PRODUCT_PATH, { intent: "buy", buyAmount: "2" }, page));
    if (quoted.location === null) return `no quote (${quoted.status})`;
    const sheet = await insist(() => browser.open(CODE_PATH));
    const googleCode = await sandbox.code(account.email, "google");
    const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode };
    // Each retry posts the same quote, which is paid at most once.
    const paid = await insist(() => browser.post(CODE_PATH, form));
    return paid.location ?? `not paid (${paid.status})`;
  }

  async function orders(): Promise<number> {
    const asked = { page: 1, pageSize: 100, paramType: "calcuPower" };
    return Number((await hashrate(sandbox, "getOrderList", asked, { token })).data.count);
  }

  return {
    async buy(untilMs, isGone) {
      isOver = () => performance.now() > untilMs || isGone();
      const fromMs = performance.now();
      retries = 0;
      let end = "";
      while (!end.startsWith("/Successpay")) {
        end = await tryOnce().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
        if (isOver()) break;
        if (!end.startsWith("/Successpay")) {
          retries += 1;
          await wait(PAUSE_MS);
        }
      }
      const seconds = (performance.now() - fromMs) / 1_000;
      const count = await orders();
      const wrong = [
        ...(end.startsWith("/Successpay") ? [] : [`nothing bought in ${seconds.toFixed(0)} s: ${end}`]),
        ...(count > 1 || (count === 0 && end.startsWith("/Successpay")) ? [`${count} orders`] : []),
      ];
      return { seconds, retries, wrong };
    },
  };
}
