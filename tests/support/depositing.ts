import type { Sandbox } from "@storefront/sandbox/start";
import { browserAt } from "./documents";
import { memberOf, pages } from "./pages";
import { all, textsOf } from "./html";
import { exchange } from "@storefront/sandbox/test/calls";

/** A visitor without a session on the pages of a deposit. */
export const stranger = () => browserAt(pages, "en_US");

/** Signs a fresh account in on the pages of a deposit. */
export async function depositorOf(sandbox: Sandbox, locale = "en_US") {
  const visitor = await memberOf(sandbox, { locale });
  const { token, browser } = visitor;
  return {
    ...visitor,
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

/** The choices in a list: the name of each, and where it leads if it can be chosen. */
function choicesOf(html: string, label: "Choose a coin" | "Choose a network", name: string) {
  return all(html, `nav[aria-label="${label}"] li`).map((row) => ({
    href: row.find("a").attr("href"),
    text: textsOf(row, name).join(),
  }));
}

/** The coins of an English deposit page. */
export const coinsOf = (html: string) => choicesOf(html, "Choose a coin", ".coin-name");
/** The networks of an English deposit page. */
export const networksOf = (html: string) => choicesOf(html, "Choose a network", ".network-name");
