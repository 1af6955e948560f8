import * as recharge from "~/routes/Recharge.($coinSymbol)/route";
import * as picture from "~/routes/Recharge.$coinSymbol.qr[.]png/route";
import type { Sandbox } from "@storefront/sandbox/start";
import { browserAt, site } from "./documents";
import { all, textsOf } from "./html";
import { exchange } from "@storefront/sandbox/test/calls";
import { signedIn } from "./signed-in";

const serve = site({ "Recharge/:coinSymbol?": recharge, "Recharge/:coinSymbol/qr.png": picture });

/** A visitor without a session on the pages of a deposit. */
export const stranger = () => browserAt(serve, "en_US");

/** Signs a fresh account in on the pages of a deposit. */
export async function depositorOf(sandbox: Sandbox, locale = "en_US") {
  const { account, token, cookies } = await signedIn(sandbox);
  const browser = browserAt(serve, locale, cookies);
  return {
    account,
    token,
    browser,
    open: (path: string) => browser.open(path),
    /** Confirms that the memo's warning was read, as the page asks. */
    acknowledge: async (coin: string, query = "") =>
      browser.submit(`/Recharge/${coin}${query}`, { acknowledged: "1" }, await browser.open(`/Recharge/${coin}`)),
    /** The address of a chain, from the upstream itself. */
    addressOf: async (chain: string): Promise<string> => {
      const { data } = await exchange(sandbox, "finance/get_charge_address", { symbol: chain }, { token });
      return String(data.addressStr);
    },
  };
}

/** The rows or cards of a list to choose from: what it is called, and where it leads if it can be chosen. */
function choicesOf(html: string, label: "Choose a coin" | "Choose a network", name: string) {
  return all(html, `nav[aria-label="${label}"] li`).map((row) => ({
    href: row.find("a").attr("href"),
    text: textsOf(row, name).join(),
  }));
}

/** The coins of an English deposit page. */
export const coinsOf = (html: string) => choicesOf(html, "Choose a coin", ".entry-text");
/** The networks of an English deposit page. */
export const networksOf = (html: string) => choicesOf(html, "Choose a network", ".network-name");
