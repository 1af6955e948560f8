import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { browserAt } from "../../support/documents";
import { all, attributesOf, linksOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { CookieJar } from "../../support/requests";
import { beginAnew } from "../../support/environment";

const sandbox = await useUpstream();
const t = getText("en_US");

/** A visitor with cookies from before. */
function visitor(stored: Record<string, string> = {}, locale = "en_US") {
  const cookies = new CookieJar();
  for (const [name, value] of Object.entries(stored)) cookies.set(name, value);
  const browser = browserAt(pages, locale, cookies);
  const open = async (path: string) => {
    const page = await browser.open(path);
    return { ...page, text: textOf(page.html) };
  };
  /** Presses a button of a page's form. */
  const press = async (path: string, fields: Record<string, string | readonly string[]>) => {
    const { html } = await open(path);
    const form = 'form:has(button[name="go"], button[name="drop"])';
    const [csrf = ""] = attributesOf(html, `${form} [name="csrf"]`, "value");
    const [at = path] = attributesOf(html, form, "action");
    return browser.post(at, { csrf, ...fields });
  };
  return { cookies, open, press };
}

const productsOf = (html: string) =>
  attributesOf(html, 'article a[href^="/PowerProductDetail/"]', "href").map((href) => href?.split("/").at(-1));
const tickedOf = (html: string) => attributesOf(html, '[name="ids"][checked]', "value");

test("a search finds products in the whole list, shows its time, and makes no further call", async () => {
  const { open } = visitor();
  const first = await open("/Index/Power?q=CHIA");
  expect([first.status, productsOf(first.html)]).toEqual([200, ["1004"]]);
  expect(first.text).toContain("Products found: 1");
  expect(first.text).toMatch(/Updated .*UTC\+8/);
  expect(attributesOf(first.html, "#market-q", "value")).toEqual(["CHIA"]);
  expect(await sandbox.calls("project_sku"), "one page of a hundred").toBe(1);
  for (const query of ["?q=light", "?sort=price", "?status=ended", "?coin=USDT&sort=daily"]) {
    expect((await open(`/Index/Power${query}`)).status).toBe(200);
  }
  const beyond = await open("/Index/Power?coin=USDT&sort=daily&page=9");
  expect([beyond.status, linksOf(beyond.html)]).toEqual([
    404,
    expect.arrayContaining([{ href: "/Index/Power?coin=USDT&sort=daily", text: t("Pagination.toLast") }]),
  ]);
  expect(await sandbox.calls("project_sku")).toBe(1);
});

test.each([
  ["is away", { kind: "reset" }, 200],
  ["refuses with a message", { kind: "error", code: 777, msg: "Closed until noon" }, 503],
] as const)("while the upstream %s, a list page comes from the snapshot if there is one", async (_, fault, status) => {
  const { open } = visitor();
  await open("/Index/Power?q=");
  await sandbox.fail("project_sku", fault);
  const page = await open("/Index/Power?page=2");
  expect(page.status).toBe(status);
  expect(page.text.includes("We can’t refresh this right now.")).toBe(status === 200);
  expect(productsOf(page.html)).toHaveLength(status === 200 ? 8 : 0);
  expect((await open("/Index/Power?page=3")).status, "the snapshot has no page 3 either").toBe(503);
});

test("invalid input is named but not repeated, and an empty result links back to the list", async () => {
  const { open } = visitor();
  const odd = await open(`/Index/Power?status=%3Cb%3E&cycle=1e308&q=${"%3Ci%3E".repeat(100)}`);
  expect(odd.status).toBe(200);
  expect(odd.text).toContain(
    t("MarketSearch.ignored", { names: `${t("MarketSearch.status")} · ${t("Product.cycle")}` }),
  );
  expect(odd.text).toContain(t("MarketSearch.cut", { max: 100 }));
  expect(odd.html).not.toContain("<i>");
  const none = await open("/Index/Power?q=nosuchword");
  expect([none.status, productsOf(none.html)]).toEqual([200, []]);
  expect(linksOf(none.html).map(({ href }) => href)).toContain("/Index/Power");
});

test("if the whole list cannot be read the page says so, and shows the plain list", async () => {
  const { open } = visitor();
  await open("/Index/Power");
  await sandbox.fail("project_sku", { kind: "html", status: 500 });
  const page = await open("/Index/Power?q=chia");
  expect(page.status).toBe(200);
  expect(page.text).toContain(t("MarketSearch.notYet"));
  expect(productsOf(page.html)).toHaveLength(5);
  beginAnew();
  expect((await open("/Index/Power?q=chia")).status, "no list can be read").toBe(503);
});

test("a product can be saved with its button, is listed, and can be removed", async () => {
  const { open, press, cookies } = visitor();
  const response = await press("/Index/Power?page=2", { save: "1002", page: "2" });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/Index/Power?page=2#plan-1002"]);
  expect(cookies.get("saved")).toBe("1002");
  const back = await open("/Index/Power?page=2");
  expect(back.text).toContain(t("Market.planSaved"));
  expect(attributesOf(back.html, '[name="unsave"]', "value")).toEqual(["1002"]);
  await press("/Index/Power?q=chia", { save: "1004" });
  const list = await open("/Saved");
  expect([list.status, productsOf(list.html)]).toEqual([200, ["1004", "1002"]]);
  const removed = await press("/Saved", { unsave: "1004" });
  expect([removed.status, removed.headers.get("location")]).toEqual([303, "/Saved"]);
  await press("/Saved", { unsave: "1002" });
  expect(cookies.get("saved") ?? "", "the browser gets cached pages again").toBe("");
  expect((await open("/Saved")).text).toContain(t("Saved.empty"));
});

test("a saved product that is no longer listed is reported as gone, and can be removed", async () => {
  const page = await visitor({ saved: "424242.1001" }).open("/Saved");
  expect(page.text).toContain(`${t("Plans.planNumber", { id: "424242" })} ${t("Plans.gone")}`);
  expect(attributesOf(page.html, '[name="unsave"]', "value").sort()).toEqual(["1001", "424242"]);
});

test("if saved products or the comparison are unreadable: 503, and the selection is kept", async () => {
  await sandbox.fail("project_sku", { kind: "html", status: 500 });
  const { open } = visitor({ saved: "1001", compare: "1001.1002" });
  for (const path of ["/Saved", "/Compare"]) {
    const page = await open(path);
    expect(page.status, path).toBe(503);
    expect(page.text).toContain(t("Plans.unavailableText"));
    expect(page.headers.getSetCookie().filter((cookie) => /^(saved|compare)=/.test(cookie))).toEqual([]);
  }
});

test("ticks survive the pages of search and list; unticked products are removed", async () => {
  const { open, press, cookies } = visitor();
  const next = await press("/Index/Power?q=&sort=price", { ids: ["1001", "1002"], to: "2" });
  expect(next.headers.get("location")).toBe("/Index/Power?sort=price&page=2");
  expect(tickedOf((await open("/Index/Power?q=")).html).sort()).toEqual(["1001", "1002"]);
  const more = await press("/Index/Power", { was: ["1001", "1002"], ids: ["1002", "1003"], to: "2" });
  expect(more.headers.get("location")).toBe("/Index/Power?page=2#item-6");
  expect(cookies.get("compare")).toBe("1002.1003");
  const go = await press("/Index/Power", { ids: "1001", go: "compare" });
  expect(go.headers.get("location")).toBe("/Compare");
  expect(cookies.get("compare")).toBe("1002.1003.1001");
});

test("a fifth product is not compared, and a fifty-first not saved, each with a message", async () => {
  const many = Array.from({ length: 50 }, (_, index) => `${index + 1}`).join(".");
  const { open, press, cookies } = visitor({ saved: many });
  await press("/Index/Power", { ids: ["1001", "1002", "1003", "1004", "1005"] });
  expect(cookies.get("compare")).toBe("1001.1002.1003.1004");
  expect((await open("/Index/Power")).text).toContain(t("Market.compareFull"));
  await press("/Index/Power", { save: "1001" });
  expect(cookies.get("saved")).toBe(many);
  expect((await open("/Index/Power")).text).toContain(t("Market.savedFull"));
});

test.each(["<b>", "9".repeat(4_000), "%00"])("a made-up cookie is ignored: %s", async (value) => {
  const { open } = visitor({ saved: value, compare: value });
  for (const path of ["/Index/Power", "/Saved", "/Compare"]) {
    const page = await open(path);
    expect([page.status, page.html.includes("<b>")], path).toEqual([200, false]);
  }
});

test("a comparison has a row per fact, and marks equal and lowest values in words", async () => {
  const { status, html, text } = await visitor().open("/Compare?ids=1001,1002");
  expect(status).toBe(200);
  expect(textsOf(html, "thead th")).toEqual(["Filecoin Flagship Power, 540 days", "Filecoin Light Power, 360 days"]);
  const lines = all(html, "tbody").map((line) => textOf(line));
  expect(lines.find((line) => line.startsWith(t("Compare.price")))).toMatch(/15\.50 USDT .*8\.80 USDT \(lowest\)/);
  expect(lines.find((line) => line.startsWith(t("Product.settlement")))).toContain(t("Compare.same"));
  expect(text).toContain(t("Compare.fromAddress"));
});

test("a comparison can be reduced and shared by URL, and no text advises a choice", async () => {
  const { open, press, cookies } = visitor({ compare: "1001.1002.1003" });
  const own = await open("/Compare");
  expect(linksOf(own.html).map(({ href }) => href)).toContain("/Compare?ids=1001,1002,1003");
  const dropped = await press("/Compare", { drop: "1002" });
  expect([dropped.headers.get("location"), cookies.get("compare")]).toEqual(["/Compare", "1001.1003"]);
  expect((await visitor().open("/Compare")).text).toContain(t("Compare.emptyText", { button: t("Market.compare") }));
  expect((await visitor().open("/Compare?ids=1001")).text).toContain(t("Compare.one"));
});

test("a URL with more than four products or invalid ids names what it omitted", async () => {
  const page = await visitor().open("/Compare?ids=1001,1002,1003,1004,1005&ids=%3Cscript%3E,424242");
  expect(page.status).toBe(200);
  expect(page.text).toContain(t("Compare.tooMany"));
  expect(page.text).toContain(t("Compare.ignored"));
  expect(all(page.html, "thead th")).toHaveLength(4);
  expect((await visitor().open("/Compare?ids=1001,424242")).text).toContain(t("Plans.gone"));
});
