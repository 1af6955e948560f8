import * as recharge from "~/routes/Recharge.($coinSymbol)/route";
import * as picture from "~/routes/Recharge.$coinSymbol.qr[.]png/route";
import type { Sandbox } from "~server/sandbox/start";
import { Browser, site } from "./documents";
import { CookieJar, pageRequest } from "./requests";
import { exchange } from "./sandbox-calls";
import { signedIn } from "./signed-in";

const serve = site({ "Recharge/:coinSymbol?": recharge, "Recharge/:coinSymbol/qr.png": picture });

/** Somebody on the pages of a deposit, without a session. */
export const stranger = () => new Browser(serve, "en_US");

/** Signs a fresh account in on the pages of a deposit. */
export async function depositorOf(sandbox: Sandbox, locale = "en_US") {
  const { account, token, cookies } = await signedIn(sandbox);
  const browser = new Browser(serve, locale);
  browser.cookies.set("utoken", cookies.get("utoken") ?? "");
  return {
    account,
    token,
    browser,
    open: (path: string) => browser.open(path),
    /** Says that the memo of a coin was read, as the page asks. */
    acknowledge: async (coin: string, query = "") =>
      browser.submit(`/Recharge/${coin}${query}`, { acknowledged: "1" }, await browser.open(`/Recharge/${coin}`)),
    /** What the platform itself says is the address of a chain. */
    async addressOf(chain: string): Promise<string> {
      const { data } = await exchange(sandbox, "finance/get_charge_address", { symbol: chain }, { token });
      return String(data.addressStr);
    },
    /** The bytes of a picture. */
    async picture(path: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
      const jar = new CookieJar();
      for (const name of ["utoken", "ulan", "flow"]) jar.set(name, browser.cookies.get(name) ?? "");
      const response = await serve(pageRequest(path, { cookies: jar }));
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    },
  };
}

/** The value of a field by its id. */
export function fieldOf(html: string, id: string): string | undefined {
  const input = html.match(/<input\b[^>]*>/g)?.find((tag) => tag.includes(` id="${id}"`));
  return input && / value="([^"]*)"/.exec(input)?.[1];
}

/** The options of a select, by its name: value and whether it is the chosen one. */
export function optionsOf(html: string, name: string): { value: string; text: string; chosen: boolean }[] | undefined {
  const select = new RegExp(`<select [^>]*name="${name}"[\\s\\S]*?</select>`).exec(html)?.[0];
  if (select === undefined) return undefined;
  return [...select.matchAll(/<option value="([^"]*)"([^>]*)>([^<]*)</g)].map(
    ([, value = "", rest = "", text = ""]) => ({ value, text, chosen: rest.includes("selected") }),
  );
}
