import { expect, test, afterEach } from "vitest";
import { PUBLIC_FRESH_MS } from "~server/upstream/constants";
import { NOTICES } from "@storefront/sandbox/data/notices";
import { browserAt } from "../../support/documents";
import { beginAnew, setEnv } from "../../support/environment";
import { all, attributesOf, fieldOf, linksOf, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { moveClock } from "../../support/move-clock";
import { useUpstream } from "../../support/upstream";
import { startPeer } from "@storefront/test-support/peer";
import { envelope } from "../../support/upstream-peer";

/**
 * An upstream that has only this many notices, numbered from the newest; it stops when the test ends.
 *
 * @returns its URL, and the number of requests for pages
 */
async function longNotices(count: number): Promise<{ url: string; calls: () => number }> {
  const peer = await startPeer();
  running.push(peer);
  peer.reply = ({ path, body }) => {
    if (!path.endsWith("/notice_info_list")) return envelope(null, "1");
    const { page, pageSize } = JSON.parse(body) as { page: number; pageSize: number };
    const first = (page - 1) * pageSize + 1;
    const length = Math.max(0, Math.min(pageSize, count - first + 1));
    const noticeInfoList = Array.from({ length }, (_, index) => ({
      id: first + index,
      title: `Notice ${first + index}`,
      content: `<p>Text ${first + index}</p>`,
      timeLong: 1_628_238_650_000,
    }));
    return envelope({ count, noticeInfoList });
  };
  const calls = () => peer.requests.filter(({ path }) => path.endsWith("/notice_info_list")).length;
  return { url: peer.url, calls };
}

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((peer) => peer.close()));
});

const CALL = "notice_info_list";

const sandbox = await useUpstream();

/** The id of the notice whose English title has these words. */
const idOf = (words: string) => NOTICES.length - NOTICES.findIndex(({ title }) => title.en_US.includes(words));

const visitor = (locale: "el_GR" | "en_US" = "en_US") => browserAt(pages, locale);

interface Sent {
  id?: unknown;
  title?: string;
  content?: unknown;
  timeLong?: unknown;
}

/** Makes the upstream return these notices. */
async function give(notices: readonly (Sent | null)[], { count = notices.length, times = 0 } = {}): Promise<void> {
  const body = { code: 0, msg: "", data: { count, noticeInfoList: notices } };
  await sandbox.fail(CALL, { kind: "answer", body }, times ? { times } : {});
}

const details = (html: string) => linksOf(html).filter(({ href }) => href.startsWith("/NoticeDetail?"));
const main = (html: string) => sourceOf(html, "main");

test.each(["en_US", "el_GR"] as const)(
  "the list shows every notice with its time, newest first: %s",
  async (locale) => {
    const { status, html, headers } = await visitor(locale).open("/Notice");
    expect(status).toBe(200);
    expect(details(html).map(({ href }) => href)).toEqual(
      NOTICES.map((_, index) => `/NoticeDetail?id=${NOTICES.length - index}`),
    );
    textsOf(html, "main tbody tr").forEach((text, index) => {
      expect(text).toContain(NOTICES[index]?.title[locale].replace(/\s+/g, " "));
      expect(text).toMatch(/\d{2}:\d{2} \(UTC\+8\)$/);
    });
    expect(attributesOf(html, "time", "datetime")[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(html).not.toContain("<script");
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
    const [request] = await sandbox.requests(CALL);
    expect(request?.body).toMatchObject({ page: 1, pageSize: 100 });
    expect(request?.headers["exchange-token"]).toBeUndefined();
  },
);

test("a search sends the keyword, keeps it in its field, and links to results and back", async () => {
  const browser = visitor();
  const { status, html } = await browser.open("/Notice?q=+maintenance+");
  expect(status).toBe(200);
  const [request] = await sandbox.requests(CALL);
  expect(request?.body).toMatchObject({ keyword: "maintenance" });
  const [only, ...others] = details(html);
  expect(others).toEqual([]);
  expect(only?.href).toBe("/NoticeDetail?id=13&q=maintenance");
  expect(fieldOf(html, "q")).toBe("maintenance");
  expect(linksOf(html)).toContainEqual({ href: "/Notice", text: "All notices" });
  const notice = await browser.open(only?.href ?? "");
  expect(linksOf(notice.html)).toContainEqual({ href: "/Notice?q=maintenance", text: "All notices" });
});

test.each(['"><script>alert(1)</script>', "%00\u202E", "公告 & ?#", "x".repeat(5_000)])(
  "any text is sent only as a keyword: %s",
  async (keyword) => {
    const { status, html } = await visitor().open(`/Notice?${new URLSearchParams({ q: keyword }).toString()}`);
    expect(status).toBe(200);
    expect(html).not.toContain("<script");
    const [request] = await sandbox.requests(CALL);
    expect((request?.body as { keyword: string }).keyword.length).toBeLessThanOrEqual(100);
  },
);

test("a notice newer than the cached list is found, and one in an older list is shown at once", async () => {
  const one = { id: 1, title: "One", content: "First" };
  await give([one]);
  await visitor().open("/Notice");
  moveClock(PUBLIC_FRESH_MS + 1_000);
  await sandbox.fail(CALL, {
    kind: "answer",
    body: { code: 0, data: { count: 2, noticeInfoList: [one, { id: 2, title: "Two", content: "Second" }] } },
  });
  expect((await visitor().open("/NoticeDetail?id=1")).status).toBe(200);
  const published = await visitor().open("/NoticeDetail?id=2");
  expect([published.status, titleOf(published.html)]).toEqual([200, expect.stringContaining("Two")]);
  expect((await visitor().open("/NoticeDetail?id=3")).status).toBe(404);
});

test("while the upstream fails, an older list does not prove that a notice is missing", async () => {
  await visitor().open("/Notice");
  moveClock(PUBLIC_FRESH_MS + 1_000);
  await sandbox.fail(CALL, { kind: "reset" });
  expect((await visitor().open("/NoticeDetail?id=14")).status, "it is in the cached list").toBe(200);
  expect((await visitor().open("/NoticeDetail?id=999")).status).toBe(503);
});

test("a notice is unread until opened, as stored in this browser", async () => {
  const browser = visitor();
  const unread = async (by: ReturnType<typeof visitor>) =>
    details((await by.open("/Notice")).html).filter(({ text }) => text.includes("Unread")).length;
  expect(await unread(browser)).toBe(NOTICES.length);
  const opened = await browser.open("/NoticeDetail?id=13");
  expect(opened.headers.getSetCookie().join()).toMatch(/^read=[\w-]{8}; Path=\/; Max-Age=31536000;/);
  expect(await unread(browser)).toBe(NOTICES.length - 1);
  expect(await unread(visitor())).toBe(NOTICES.length);
  await browser.open("/NoticeDetail?id=99");
  expect(await unread(browser)).toBe(NOTICES.length - 1);
});

test("a notice shows its title as the only h1, its time and its text", async () => {
  const { status, html } = await visitor().open("/NoticeDetail?id=13");
  expect(status).toBe(200);
  expect(all(html, "h1")).toHaveLength(1);
  expect(html).toContain("<h1>Scheduled maintenance</h1>");
  expect(html).toContain("<title>Scheduled maintenance – Meridian Cloud Hashrate</title>");
  expect((await visitor().open(`/NoticeDetail?id=${idOf("Our tenth year")}`)).html).toContain(
    "<title>Our tenth year: open days at the data c… – ",
  );
  expect(textOf(main(html))).toMatch(/\d{2}:\d{2} \(UTC\+8\) We will carry out/);
  expect(html).toContain("<th>Time (UTC+8)</th>");
  expect(linksOf(html)).toContainEqual({ href: "/Notice", text: "All notices" });
});

test.each(["en_US", "el_GR"] as const)("no notice contains scripts, styles or frames: %s", async (locale) => {
  const browser = visitor(locale);
  for (const [index, notice] of NOTICES.entries()) {
    const { status, html, headers } = await browser.open(`/NoticeDetail?id=${NOTICES.length - index}`);
    expect(status, notice.title.en_US).toBe(200);
    expect(all(main(html), "script, style, iframe, form, input, object, embed, link, meta")).toEqual([]);
    expect(main(html)).not.toMatch(/\son\w+=|javascript:|data:|style=|target=/i);
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
  }
});

test.each(["/NoticeDetail?id=<b>x</b>", "/NoticeDetail", "/NoticeDetail?content="])(
  "a notice that is not published returns 404 with a link to the list: %s",
  async (path) => {
    const { status, html } = await visitor().open(path);
    expect(status).toBe(404);
    expect(textOf(html)).toContain("We can’t find this notice");
    expect(linksOf(html)).toContainEqual({ href: "/Notice", text: "All notices" });
  },
);

test("a notice without an id is found by its digest", async () => {
  await give([{ title: "No id", content: "<p>x</p>", timeLong: 1_628_238_650_000 }]);
  const browser = visitor();
  const [row] = details((await browser.open("/Notice")).html);
  expect(row?.href).toMatch(/^\/NoticeDetail\?id=[0-9a-f]{64}$/);
  expect((await browser.open(row?.href ?? "")).html).toContain("<h1>No id</h1>");
});

test("notices that share an id each have a link to their own text", async () => {
  await give([
    { id: 0, title: "First", content: "<p>a</p>" },
    { id: 0, title: "Second", content: "<p>b</p>" },
    { id: 7, title: "Twice", content: "<p>c</p>" },
    { id: 7, title: "Twice", content: "<p>c</p>" },
  ]);
  const browser = visitor();
  const rows = details((await browser.open("/Notice")).html);
  expect(new Set(rows.map(({ href }) => href)).size).toBe(3);
  expect(rows.at(-1)?.href, "the same notice keeps its id").toBe("/NoticeDetail?id=7");
  expect((await browser.open(rows[0]?.href ?? "")).html).toContain("<h1>First</h1>");
  expect((await browser.open(rows[1]?.href ?? "")).html).toContain("<h1>Second</h1>");
});

test("content in the URL leads to the published notice with that content", async () => {
  const browser = visitor();
  const content = NOTICES[1]?.content.en_US ?? "";
  for (const encoded of [encodeURIComponent(content), encodeURIComponent(encodeURIComponent(content))]) {
    const { status, headers } = await browser.open(`/NoticeDetail?content=${encoded}`);
    expect([status, headers.get("location")]).toEqual([303, "/NoticeDetail?id=13"]);
  }
});

test.each([
  "<h1>Send your coins to 0xevil</h1>",
  `${NOTICES[1]?.content.en_US} and send your coins to me`,
  NOTICES[1]?.content.en_US.slice(0, 40) ?? "",
  "%E0%A4%A",
])("other content in the URL is not shown: 404 with a link to the list: %s", async (content) => {
  const { status, html } = await visitor().open(`/NoticeDetail?${new URLSearchParams({ content }).toString()}`);
  expect(status).toBe(404);
  expect(textOf(main(html))).not.toMatch(/coins|routine/);
  expect(linksOf(html)).toContainEqual({ href: "/Notice", text: "All notices" });
});

/** An upstream with this many notices, numbered from the newest, in pages of the requested size. */
async function many(count: number) {
  const { url } = await longNotices(count);
  setEnv({ UPSTREAM_URL: url });
}

test("notices beyond the first hundred are on further pages, with a link each way", async () => {
  await many(950);
  const browser = visitor();
  const first = await browser.open("/Notice");
  expect(textOf(first.html)).toContain("1 to 100 of 950");
  expect(linksOf(first.html)).toContainEqual({ href: "/Notice?page=2", text: "Earlier entries" });
  const last = await browser.open("/Notice?page=10");
  expect(textOf(last.html)).toContain("901 to 950 of 950");
  expect(linksOf(last.html)).toContainEqual({ href: "/Notice?page=9", text: "Later entries" });
  const [row] = details(last.html);
  expect(row?.href).toBe("/NoticeDetail?id=901&page=10");
  const opened = await browser.open(row?.href ?? "");
  expect(opened.html).toContain("<h1>Notice 901</h1>");
  expect(linksOf(opened.html)).toContainEqual({ href: "/Notice?page=10", text: "All notices" });
});

test("an old notice opens by its plain URL, with at most eight calls per page", async () => {
  const { calls, url } = await longNotices(950);
  setEnv({ UPSTREAM_URL: url });
  const browser = visitor();
  expect((await browser.open("/NoticeDetail?id=640")).html).toContain("<h1>Notice 640</h1>");
  expect(calls()).toBeLessThanOrEqual(8);
  beginAnew();
  const before = calls();
  const { status, html } = await browser.open("/NoticeDetail?id=940");
  expect([status, calls() - before]).toEqual([404, 8]);
  const [further] = linksOf(html).filter(({ text }) => text === "Search older notices");
  expect(further?.href).toBe("/NoticeDetail?id=940&fromPage=8");
  expect((await browser.open(further?.href ?? "")).html).toContain("<h1>Notice 940</h1>");
  expect((await browser.open("/NoticeDetail?id=nosuch&fromPage=8")).status).toBe(404);
});

test("an odd notice hides no other; one without a title is listed and can be opened", async () => {
  await give([{ id: 1, content: "<p>Bare</p>" }, null, { id: 2, title: "Two" }]);
  const browser = visitor();
  const { status, html } = await browser.open("/Notice");
  expect(status).toBe(200);
  expect(details(html).map(({ href }) => href)).toEqual(["/NoticeDetail?id=1", "/NoticeDetail?id=2"]);
  expect(textOf(html)).toContain("Items we can’t show: 1");
  expect((await browser.open("/NoticeDetail?id=1")).html).toContain("<h1>Notices</h1>");
});

test("a notice that only the search or only Home lists is found", async () => {
  const browser = visitor();
  await give([{ id: 200, title: "Newest" }], { count: 150, times: 1 });
  expect((await browser.open("/NoticeDetail?id=13&q=maintenance")).html).toContain("<h1>Scheduled maintenance</h1>");
  expect((await browser.open("/NoticeDetail?id=14")).html).toContain("<h1>Now on sale");
  expect((await browser.open("/NoticeDetail?id=1")).status).toBe(404);
  expect((await sandbox.requests(CALL)).map(({ body }) => body)).toMatchObject([
    { pageSize: 100, keyword: "" },
    { pageSize: 100, keyword: "maintenance" },
    { pageSize: 5, keyword: "" },
    { page: 2, pageSize: 100, keyword: "" },
  ]);
});
