import type { Sandbox } from "@storefront/sandbox/start";
import { browserAt } from "./documents";
import { memberOf, pages } from "./pages";
import { all, textsOf } from "./html";
import { exchange } from "@storefront/sandbox/test/calls";

/** Makes a visitor without a session on the pages of a deposit. */
export const stranger = () => browserAt(pages, "en_US");

/** Signs in a new account on the pages of a deposit. */
export async function depositorOf(sandbox: Sandbox, locale = "en_US") {
  const visitor = await memberOf(sandbox, { locale });
  const { token, browser } = visitor;
  return {
    ...visitor,
    /** Confirms that the memo's warning was read, as the page requests. */
    acknowledge: async (coin: string, query = "") =>
      browser.submit(`/Recharge/${coin}${query}`, { acknowledged: "1" }, await browser.open(`/Recharge/${coin}`)),
    /** Returns the address of a chain, from the upstream itself. */
    addressOf: async (chain: string): Promise<string> => {
      const { data } = await exchange(sandbox, "finance/get_charge_address", { symbol: chain }, { token });
      return String(data.addressStr);
    },
  };
}

/** Returns the choices in a list: the name of each, and its link if it can be chosen. */
function choicesOf(html: string, label: "Choose a coin" | "Choose a network", name: string) {
  return all(html, `nav[aria-label="${label}"] li`).map((row) => ({
    href: row.find("a").attr("href"),
    text: textsOf(row, name).join(),
  }));
}

/** Returns the coins on an English deposit page. */
export const coinsOf = (html: string) => choicesOf(html, "Choose a coin", ".coin-name");
/** Returns the networks on an English deposit page. */
export const networksOf = (html: string) => choicesOf(html, "Choose a network", ".network-name");
