import { expect, test } from "vitest";
import * as shell from "~/routes/Index/route";
import * as home from "~/routes/Index.Home/route";
import * as miner from "~/routes/Index.Miner/route";
import * as power from "~/routes/Index.Power/route";
import * as product from "~/routes/PowerProductDetail.$id/route";
import { browserAt, site } from "../../support/documents";
import { attributesOf } from "../../support/html";
import type { CookieJar } from "../../support/requests";
import { signedIn } from "../../support/signed-in";
import { useUpstream } from "../../support/upstream";

const sandbox = await useUpstream();
const pages = site({
  Index: shell,
  "Index/Home": home,
  "Index/Miner": miner,
  "Index/Power": power,
  "routes/PowerProductDetail.$id": product,
});

async function prefetchedBy(path: string, cookies?: CookieJar, headers?: Record<string, string>) {
  const { html } = await browserAt(pages, "en_US", cookies).open(path, headers);
  return attributesOf(html, "link[rel=prefetch]", "href");
}

const OWN = ["/app/early.ts", "/assets/routesPowerProductDetailid.js"];

test("signed in, Home and market prefetch the scripts of a product", async () => {
  const { cookies } = await signedIn(sandbox);
  expect((await prefetchedBy("/Index/Home", cookies)).sort()).toEqual([...OWN, "/assets/entry.js"].sort());
  expect((await prefetchedBy("/index/home/", cookies)).length).toBe(3);
  expect((await prefetchedBy("/Index/Power", cookies)).sort(), "except the scripts that the page loads itself").toEqual(
    OWN,
  );
  expect((await prefetchedBy("/Index/Power?q=", cookies)).length, "a search loads no scripts itself").toBe(3);
  expect(await prefetchedBy("/Index/Miner", cookies)).toEqual([]);
});

test("nothing is prefetched when signed out, saving data or without scripts", async () => {
  for (const path of ["/Index/Home", "/Index/Power"]) {
    const { cookies } = await signedIn(sandbox);
    expect(await prefetchedBy(path), path).toEqual([]);
    expect(await prefetchedBy(path, cookies, { "Save-Data": "on" }), path).toEqual([]);
    cookies.set("scripts", "on");
    expect(await prefetchedBy(path, cookies, { "Save-Data": "on" }), "Save-Data outweighs the scripts cookie").toEqual(
      [],
    );
    cookies.set("scripts", "off");
    expect(await prefetchedBy(path, cookies), path).toEqual([]);
  }
});
