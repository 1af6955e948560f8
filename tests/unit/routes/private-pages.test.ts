import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Handle } from "~/components/layout/handle";
import { ROWS } from "~server/pages";
import { browserAt, site } from "../../support/documents";
import { routeFolders } from "../../support/route-folders";
import { signedIn } from "../../support/signed-in";
import { useUpstream } from "../../support/upstream";
import { readFlash } from "~server/session/flash";
import { pageRequest, type CookieJar } from "../../support/requests";

/** The target of a response, the message there, and whether the visitor is still signed in. */
async function landing({ status, headers }: Pick<Response, "status" | "headers">, cookies: CookieJar) {
  const { flash } = await readFlash(pageRequest("/", { cookies }));
  return { status, to: headers.get("location"), message: flash?.key, signedIn: cookies.get("utoken") !== undefined };
}

/** The result of an expired session: signed out, redirected to the root, with the message. */
const SESSION_ENDED = { status: 303, to: "/", message: "errors.sessionExpired", signedIn: false };

/** The result without a session: redirected to the sign-in, which leads back to the page. */
const signInFor = (path: string) => ({
  status: 303,
  to: `/Login?redirectTo=${encodeURIComponent(path)}`,
  message: "errors.notLoggedIn",
  signedIn: false,
});

/** Every page for signed-in visitors, by the table of the pages; files have their own tests. */

const sandbox = await useUpstream();
const folders = routeFolders();
const ROUTES = fileURLToPath(new URL("../../../app/routes/", import.meta.url));

const PAGES = await Promise.all(
  ROWS.filter(({ session, file }) => session && !file).map(async ({ path }) => {
    const file = `${ROUTES}${folders.get(path)?.folder}/route.tsx`;
    const module = (await import(/* @vite-ignore */ file)) as { handle?: Handle };
    const address = path.replace(/:coinSymbol\??/, "USDT").replace(":orderNum", "2026112400001");
    return { address, module, serve: site({ [path.slice(1)]: module }) };
  }),
);

/** The account reads of these pages. */
const PERSONAL = [
  ...["user_info", "account_balance", "getOrderList", "deposit_list", "get_charge_address"],
  ...["toopen_google_authenticator", "getUserAccountByUid"],
];

test.each(PAGES)("signed out, $address leads to the sign-in and back, and makes no account call", async (page) => {
  const browser = browserAt(page.serve);
  expect(await landing(await browser.open(page.address), browser.jar)).toEqual(signInFor(page.address));
  for (const call of PERSONAL) expect(await sandbox.calls(call), call).toBe(0);
});

// The receipt calls the upstream only right after a purchase.
const ASKING = PAGES.filter(({ address }) => address !== "/Successpay");

test.each(ASKING)(
  "a session that expired at the upstream signs out at $address and leads to the root",
  async (page) => {
    const { account, cookies } = await signedIn(sandbox);
    await sandbox.expireSessions(account.email);
    const response = await browserAt(page.serve, "en_US", cookies).open(page.address);
    expect(await landing(response, cookies)).toEqual(SESSION_ENDED);
  },
);

test.each(PAGES)("$address is not cached, contains no token, and ships scripts only if it hydrates", async (page) => {
  const { token, cookies } = await signedIn(sandbox, { authLevel: 3, googleBound: false });
  const { headers, html, status } = await browserAt(page.serve, "en_US", cookies).open(page.address);
  expect(headers.get("Cache-Control")).toMatch(/^no-store(?:, no-transform)?$/);
  expect(html).not.toContain(token);
  if (status === 303 || page.module.handle?.hydrate) return;
  expect(html).not.toContain("<script");
  expect(headers.get("Content-Security-Policy")).toContain("script-src 'none'");
});
