import { expect, it } from "vitest";
import { ScriptlessContext } from "../../support/scriptless/context";
import type { Asked } from "../../support/scriptless/wire";

/** The browser over HTTP works like a real one; otherwise it could hide mistakes of the storefront. */

const ORIGIN = "http://shop.example.com";

interface Page {
  status?: number;
  html?: string;
  headers?: [string, string][];
}

/** A visitor of these pages, and the visitor's requests. */
async function visiting(pages: Record<string, Page>) {
  const asked: Asked[] = [];
  const visitor = new ScriptlessContext(ORIGIN, {
    carry: (request) => {
      asked.push(request);
      const { status = 200, html = "", headers = [] } = pages[request.url.pathname] ?? { status: 404 };
      return Promise.resolve(new Response(html || null, { status, headers }));
    },
  });
  return { page: await visitor.newPage(), visitor, asked, last: () => asked[asked.length - 1] };
}

const FORM = `<form method="post" action="/sent"><input name="csrf" type="hidden" value="t"><input name="gone" disabled value="1">
  <fieldset disabled><input name="group" value="1"></fieldset>
  <input name="text" value="a" maxlength="3"><textarea name="words">\nfirst</textarea>
  <input type="checkbox" name="off"><input type="checkbox" name="on" checked><input type="radio" name="r" value="1" checked>
  <input type="radio" name="r" value="2"><select name="s"><option value="x">X</option><option selected>Y</option></select>
  <select name="plain"><option value="" disabled>-</option><option value="p">P</option></select>
  <button type="button" name="no" value="1">no</button><button name="intent" value="first">First</button>
  <button name="intent" value="second">Second</button></form><input id="lone">`;

const sent = (asked: Asked | undefined) =>
  [...new URLSearchParams(asked?.body?.toString() ?? "")].map((pair) => pair.join("="));

it("sends a form's values and the pressed button, but nothing disabled or unticked", async () => {
  const { page, last } = await visiting({ "/": { html: FORM }, "/sent": {} });
  await page.goto("/");
  await page.locator("[name=text]").fill("abcd");
  await page.locator("[name=words]").fill("one\ntwo");
  await page.locator("[name=off]").check();
  await page.locator("[name=r][value='2']").check();
  await page.locator("button", { hasText: "Second" }).click();
  expect(sent(last())).toEqual([
    ...["csrf=t", "text=abc", "words=one\r\ntwo", "off=on", "on=on", "r=2", "s=Y", "plain=p", "intent=second"],
  ]);
  expect(last()).toMatchObject({ method: "POST", headers: { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" } });
});

it("presses the first enabled button on Enter", async () => {
  const html = FORM.replace("<button name", "<button disabled name");
  const { page, last, asked } = await visiting({ "/": { html: FORM }, "/sent": {}, "/off": { html } });
  await page.goto("/");
  await page.locator("[name=text]").press("Enter");
  expect(sent(last())).toContain("intent=first");
  await page.goto("/off");
  await page.locator("[name=text]").press("Enter");
  await page.locator("#lone").press("Enter");
  expect(asked).toHaveLength(3);
  await expect(page.locator("button[value=first]").click()).rejects.toThrow("disabled");
});

it("sends files as multipart, and a field without one as an empty file", async () => {
  const html = `<form method="post" enctype="multipart/form-data"><input type="file" name="a"><input type="file" name="b"><button>Go</button></form>`;
  const { page, last } = await visiting({ "/up": { html } });
  await page.goto("/up");
  await page.setInputFiles("[name=a]", { name: "p.jpg", mimeType: "image/jpeg", buffer: Buffer.from("bytes") });
  await page.locator("button").click();
  const body = last()?.body?.toString() ?? "";
  expect(last()?.headers["Content-Type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(body).toContain('name="a"; filename="p.jpg"');
  expect(body).toContain('name="b"; filename=""');
});

it("follows a 303 with GET, keeps cookies until they expire, and sends GET forms as a query", async () => {
  const redirect: [string, string][] = [
    ["Location", "/list?q=0"],
    ["Set-Cookie", "b=; Max-Age=0"],
  ];
  const cookies: [string, string][] = [
    ["Set-Cookie", "a=1; Path=/; Max-Age=60"],
    ["Set-Cookie", "b=2; Path=/"],
  ];
  const { page, visitor, asked } = await visiting({
    "/": { html: FORM, headers: cookies },
    "/sent": { status: 303, headers: redirect },
    "/list": { html: `<form><input name="q" value="0"><button>Search</button></form>` },
  });
  await page.goto("/");
  await page.locator("button[value=first]").click();
  expect(asked.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(["GET /", "POST /sent", "GET /list"]);
  expect(asked[2]?.headers).toMatchObject({ Cookie: "a=1" });
  expect(asked[2]?.headers.Origin).toBeUndefined();
  expect(visitor.jar.all().map(({ name }) => name)).toEqual(["a"]);
  await page.locator("[name=q]").fill("two words");
  await page.locator("[name=q]").press("Enter");
  await page.waitForURL("/list?q=two+words");
  await page.goBack();
  await page.waitForURL("/list?q=0");
  await expect(page.waitForURL("/elsewhere")).rejects.toThrow("instead of /elsewhere");
});

it("without a page: returns the first response, and sends exactly the fields, with a form's token if asked", async () => {
  const end = "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT";
  const { visitor, asked } = await visiting({
    "/": { html: FORM, headers: [["Set-Cookie", "a=1"]] },
    "/sent": {
      status: 303,
      headers: [
        ["Location", "/list"],
        ["Set-Cookie", end],
      ],
    },
  });
  const page = await visitor.open("/", { "User-Agent": "Old" });
  expect(asked[0]?.headers).toMatchObject({ "Sec-Fetch-Site": "none", "User-Agent": "Old" });
  expect([page.status, page.location, page.field("text")]).toEqual([200, null, "a"]);
  expect(page.text).toContain("First Second");
  const response = await visitor.submit("/sent", { text: "b", s: ["x", "y"], left: undefined }, page);
  expect([response.status, response.location, asked.length]).toEqual([303, "/list", 2]);
  expect(asked[1]).toMatchObject({ method: "POST", headers: { Origin: ORIGIN, Cookie: "a=1" } });
  expect(sent(asked[1])).toEqual(["text=b", "s=x", "s=y", "csrf=t"]);
  expect(String(visitor.jar)).toBe("");
});

it("presses only visible controls, refuses to choose among several, and does not wait", async () => {
  const html = `<a href="/a">All</a><a href="/b">All of it</a><details><summary>More</summary><a href="/c">Hidden</a></details>`;
  const { page, last } = await visiting({ "/": { html }, "/a": {}, "/c": {} });
  await page.goto("/");
  const hidden = page.locator("a", { hasText: "Hidden" });
  await expect(page.locator("a", { hasText: "All" }).click()).rejects.toThrow("2 elements");
  await expect(hidden.click()).rejects.toThrow("cannot be seen");
  await expect(hidden.waitFor()).rejects.toThrow("cannot be seen");
  await expect(hidden.waitFor({ state: "detached" })).rejects.toThrow("still");
  await page.locator("summary").click();
  await hidden.waitFor();
  await hidden.click();
  expect(last()?.url.pathname).toBe("/c");
  expect(last()?.headers).toMatchObject({ Referer: `${ORIGIN}/` });
});
