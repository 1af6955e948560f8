import type { APIRequestContext } from "@playwright/test";
import { ROWS, type Path } from "~server/pages";
import { linksOf } from "../support/html";
import { expect, test } from "../support/journey";

/** Screens without a link: they redirect, take posts, follow a form, appear offline, or need an order. */
const NOT_LINKED: readonly Path[] = [
  ...(["/", "/Index", "/Language", "/Scripts", "/Compare", "/Successpay", "/UploadImage", "/SuccessRealname"] as const),
  ...(["/Offline", "/MyOrder/:orderNum"] as const),
];
const LINKED = ROWS.filter(({ path, file }) => !file && !NOT_LINKED.some((own) => own === path));

/** Screens of the table that should have been reached. */
const missing = (reached: ReadonlySet<string>, isPrivate: boolean) =>
  LINKED.filter(({ session = false }) => session === isPrivate)
    .map(({ path }) => path)
    .filter((path) => !reached.has(path.replace(/\/:.*/, "")));

/**
 * E-mail addresses outside of `<!--email_off-->`: Cloudflare would replace them, and restore them by a script that the
 * content policy blocks. It leaves scripts, styles and the head alone.
 */
const rewritten = (html: string) =>
  html
    .replace(/<head>.*?<\/head>/s, "")
    .replace(/<!--email_off-->.*?<!--\/email_off-->/gs, "")
    .replace(/<(script|style|textarea)\b.*?<\/\1>/gs, "")
    .match(/[\w.+-]+@[\w-]+\.[a-z]{2,}|mailto:/i);

const MOST_PAGES = 150;

/** Every page that links from Home lead to; of screens that differ only in id or query, one. */
async function reach(request: APIRequestContext): Promise<{ reached: Set<string>; broken: string[] }> {
  const reached = new Set<string>();
  const broken: string[] = [];
  const waiting = ["/Index/Home"];
  for (let path = waiting.shift(); path !== undefined && reached.size < MOST_PAGES; path = waiting.shift()) {
    const kind = path.replace(/[?#].*/, "").replace(/\/(\w+(?:Detail|Record)|Recharge|Login)\/[^/]+$/, "/$1");
    if (reached.has(kind) || /\.png$/.test(kind)) continue;
    reached.add(kind);
    const response = await request.get(path);
    const html = await response.text();
    if (response.status() >= 400) broken.push(`${response.status()} ${path}`);
    if (rewritten(html) && html.startsWith("<!DOCTYPE html>"))
      broken.push(`an e-mail address of ${path} is not marked`);
    waiting.push(...linksOf(html).flatMap(({ href }) => (/^\/[^/]/.test(href) ? href : [])));
  }
  return { reached, broken };
}

test("links from Home lead to every public screen; none is broken, and Cloudflare hides no e-mail address", async ({
  page,
}) => {
  const { reached, broken } = await reach(page.request);
  expect(broken).toEqual([]);
  expect(missing(reached, false)).toEqual([]);
});

test("links from Home lead to every screen of an account, and none is broken", async ({ page, sandbox, signIn }) => {
  await signIn(page, await sandbox.createAccount({ authLevel: 3, googleBound: false, secondStep: "sms" }));
  const { reached, broken } = await reach(page.request);
  expect(broken).toEqual([]);
  expect(missing(reached, true)).toEqual([]);
});
