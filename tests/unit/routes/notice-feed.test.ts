import { expect, test } from "vitest";
import { NOTICES } from "@storefront/sandbox/data/notices";
import { browserAt } from "../../support/documents";
import { attributesOf, documentOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

const sandbox = await useUpstream({ eachTest: "faults" });
const open = (path: string, locale = "en_US") => browserAt(pages, locale).open(path);
const ORIGIN = String(process.env.PUBLIC_ORIGIN);

/** Makes the upstream return these notices. */
const give = (notices: object[]) =>
  sandbox.fail("notice_info_list", {
    kind: "answer",
    body: { code: 0, msg: "", data: { count: notices.length, noticeInfoList: notices } },
  });

test.each([
  ["en", "en_US", "en"],
  ["zh", "el_GR", "zh-Hant"],
] as const)("in %s the feed has every notice, newest first, with link and time", async (lang, locale, tag) => {
  // The URL's language takes precedence over the cookie's.
  const { status, html, headers } = await open(`/Notice.atom?lang=${lang}`, lang === "en" ? "el_GR" : "en_US");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  expect(html).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/);
  expect(html).toContain(`xml:lang="${tag}"`);
  const titles = textsOf(html, "entry > title");
  expect(titles).toEqual(NOTICES.map(({ title }) => title[locale]));
  expect(textsOf(html, "entry > id")[0]).toBe(`${ORIGIN}/NoticeDetail?id=${NOTICES.length}`);
  const times = textsOf(html, "updated");
  expect(times).toHaveLength(NOTICES.length + 1);
  for (const time of times) expect(new Date(time).toISOString()).toBe(time);
});

test("a feed that would be too long omits older notices", async () => {
  const long = (at: number) => ({ id: `${at}`, title: `T${at}`, content: ">".repeat(60_000), timeLong: 1.7e12 - at });
  await give(Array.from({ length: 8 }, (_, at) => long(at)));
  const { html } = await open("/Notice.atom?lang=en");
  // Each notice has 240 kB of HTML.
  expect(textsOf(html, "entry > title")).toEqual(["T0", "T1", "T2", "T3"]);
});

test("texts are sanitized as on their pages, without characters that XML forbids", async () => {
  await give([
    {
      id: "1",
      title: 'A & B <i>"\u0007\ud800',
      content: '<p onclick="x()">One<script>alert(1)</script> <a href="/Index/Power">two</a> ]]> &amp;</p>',
      timeLong: 1_628_238_650_000,
    },
  ]);
  const { html } = await open("/Notice.atom?lang=en");
  expect(textsOf(html, "entry > title")).toEqual(['A & B <i>"']);
  const [content = ""] = textsOf(html, "entry > content");
  expect(content).not.toMatch(/script|onclick/);
  expect(attributesOf(content, "a", "href")).toEqual([`${ORIGIN}/Index/Power`]);
  expect(html).not.toMatch(/[\u0007\ud800]/);
  // A notice's markup does not become markup of the feed.
  expect(documentOf(html).find("entry *").toArray().length).toBe(5);
});

test("links and pictures in a notice are absolute, and its text is unchanged", async () => {
  const picture = '<img src="/upload/a.png" alt="Map"><img src="/upload/b.png" width="300">';
  const words = '<pre>src="/x" srcset="/y 2x"</pre><table><tr><td>1</td></tr></table>';
  await give([
    {
      id: "1",
      title: "A",
      content: `${picture}${words}<a href="mailto:a@b.example">m</a>`,
      timeLong: 1_628_238_650_000,
    },
  ]);
  const { html } = await open("/Notice.atom?lang=en");
  const [content = ""] = textsOf(html, "entry > content");
  const sources = attributesOf(content, "img", "src");
  expect(sources).toHaveLength(2);
  for (const src of sources) expect(src).toMatch(new RegExp(`^${ORIGIN}/pictures/`));
  expect(attributesOf(content, "img", "alt")).toEqual(["Map", ""]);
  // A feed needs only one picture size, and no named regions for wide elements.
  expect(content).not.toMatch(/srcset="\/pictures|sizes=|<section|aria-/);
  expect(textsOf(content, "pre")).toEqual(['src="/x" srcset="/y 2x"']);
  expect(attributesOf(content, "a", "href")).toEqual(["mailto:a@b.example"]);
});

test("a notice without a time is not in the feed, and has no date on the page", async () => {
  await give([
    { id: "2", title: "Dated", content: "x", timeLong: 1_628_238_650_000 },
    { id: "1", title: "Undated", content: "x" },
  ]);
  expect(textsOf((await open("/Notice.atom")).html, "entry > title")).toEqual(["Dated"]);
  expect(textsOf((await open("/Notice")).html, "main tbody td")).toEqual(["Aug 6, 2021, 16:30 (UTC+8)", "—"]);
});

test("the page links to the feed of its language, and declares it for feed readers", async () => {
  const { html } = await open("/Notice");
  expect(attributesOf(html, 'link[rel=alternate][type="application/atom+xml"]', "href")).toEqual([
    "/Notice.atom?lang=en",
  ]);
  expect(attributesOf(html, "main a[href*=atom]", "href")).toEqual(["/Notice.atom?lang=en"]);
  expect(attributesOf((await open("/Notice", "el_GR")).html, "main a[href*=atom]", "href")).toEqual([
    "/Notice.atom?lang=zh",
  ]);
});
