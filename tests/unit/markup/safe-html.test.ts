import fc from "fast-check";
import { expect, test } from "vitest";
import { safeHtml, TEXT_PICTURES_MAX } from "~server/markup/markup";
import { tagsBeside } from "../../support/allowed-tags";
import { anyText } from "../../support/any-text";
import { pictureOf } from "../../support/picture-address";
import { runsOf } from "@storefront/test-support/sample";

const notAllowed = tagsBeside([
  /<\/?(?:p|div|h2|h3|h4|ul|ol|li|blockquote|pre|code|strong|em|b|i|u|s|sub|sup|table|thead|tbody|tr|th|td)>/,
]);

const HOSTILE = [
  `<script>alert(1)</script>`,
  `<p onclick="alert(1)" style="position:fixed" id="main" class="sheet">x</p>`,
  `<img src="x" onerror="alert(1)">`,
  `<svg onload="alert(1)"></svg><math><style><img src=x onerror=alert(1)></style></math>`,
  `<iframe src="https://evil.example"></iframe><object data=x></object><embed src=x>`,
  `<form action="https://evil.example"><input name="loginPword"><button>Pay</button></form>`,
  `<style>body{display:none}</style><link rel="stylesheet" href="//evil.example">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example">`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<!--[if IE]><script>alert(1)</script><![endif]-->`,
  `<video src="https://a.example/x.mp4" autoplay></video><audio src=x onerror=alert(1)>`,
];

test.each(HOSTILE)("scripts, frames, styles and forms are removed: %s", (html) => {
  for (const text of [html, `<p>${html}</p>`, `<table><tr><td>${html}`, `<a href="https://a.example">${html}</a>`]) {
    expect(notAllowed(safeHtml(text)), text).toEqual([]);
  }
});

test.each([
  "javascript:alert(1)",
  "java&Tab;script:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "vbscript:x",
  "//evil.example/x",
  "/\\evil.example/x",
])("links and pictures cannot point to %s", (address) => {
  const html = safeHtml(`<a href="${address}">words</a><img src="${address}" alt="seen">`);
  expect(html).toBe("words<i>seen</i>");
});

test("links send no referrer and open in the same tab; pictures come over https and load lazily", () => {
  expect(safeHtml('<a href="https://a.example/x" target="_blank" rel="opener">a</a>')).toBe(
    '<a href="https://a.example/x" rel="external noopener noreferrer nofollow">a</a>',
  );
  const html = safeHtml('<img src="https://a.example/x.png" width="600" height="400" alt="A hall" srcset="//b 2x">');
  expect(notAllowed(html)).toEqual([]);
  expect(html).toMatch(/ alt="A hall" width="600" height="400" loading="lazy" \/>$/);
  expect(html.match(/\/pictures\/[\w/-]+/g)?.map(pictureOf)).toEqual(
    ["1080", "360", "720", "1080"].map((size) => `t${size} https://a.example/x.png`),
  );
});

test("headings are below the page title, and paragraphs written as div stay separate", () => {
  expect(safeHtml("<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h6>e</h6>")).toBe(
    "<h2>a</h2><h2>b</h2><h3>c</h3><h4>d</h4><h4>e</h4>",
  );
  expect(safeHtml('<div class="x">a</div><section><div>b</div></section>')).toBe("<div>a</div><div>b</div>");
});

test("an http link is kept, and marked as external", () => {
  expect(safeHtml('<a href="http://old.example/x">old</a>')).toBe(
    '<a href="http://old.example/x" rel="external noopener noreferrer nofollow">old</a>',
  );
  expect(safeHtml('<a href="/Notice">here</a>')).toBe('<a href="/Notice" rel="noopener noreferrer nofollow">here</a>');
});

test("a forbidden picture is replaced by its alternative text", () => {
  expect(safeHtml('<p><img src="ftp://elsewhere.example/a.png" alt="A &lt;b&gt;\nhall"></p>')).toBe(
    "<p><i>A &lt;b&gt; hall</i></p>",
  );
  expect(safeHtml('<p><img src="ftp://elsewhere.example/a.png"></p>')).toBe("<p></p>");
});

test.each([
  ["one\ntwo\r\n\r\nthree", "one<br />two<br /><br />three"],
  [
    "<b>one</b>\ntwo <a href='/Notice'>x</a>",
    '<b>one</b><br />two <a href="/Notice" rel="noopener noreferrer nofollow">x</a>',
  ],
  ["Ask <support@example.com>\n1 < 2", "Ask <br />1 &lt; 2"],
  ["<p>one\ntwo</p>\n<p>three</p>", "<p>one\ntwo</p>\n<p>three</p>"],
])("a plain text keeps its lines, and HTML its paragraphs: %j", (text, safe) => {
  expect(safeHtml(text)).toBe(safe);
});

test("a text shows a limited number of pictures, and the descriptions of the others", () => {
  const pictures = Array.from({ length: TEXT_PICTURES_MAX + 5 }, (_, at) => `<img src="/${at}.png" alt="No. ${at}">`);
  const safe = safeHtml(pictures.join(""));
  expect(safe.match(/<img /g)).toHaveLength(TEXT_PICTURES_MAX);
  expect(safe).toContain(`<i>No. ${TEXT_PICTURES_MAX + 4}</i>`);
  expect(safeHtml(pictures.slice(0, 2).join("")).match(/<img /g)).toHaveLength(2);
});

test("text without markup is unchanged", () => {
  expect(safeHtml("1 < 2 & 3")).toBe("1 &lt; 2 &amp; 3");
  expect(safeHtml("")).toBe("");
});

test("thousands of nested elements break nothing", () => {
  expect(notAllowed(safeHtml("<b>".repeat(30_000) + "x"))).toEqual([]);
  expect(notAllowed(safeHtml("<div>".repeat(30_000)))).toEqual([]);
});

test("whatever the upstream sends, the output contains only the allowlist", () => {
  const pieces = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.constantFrom("<", ">", '"', "'", "=", "/", "\\", "\0", "&#", ";", "<!--", "-->", "<a href=", "<img src=", " on"),
    fc.string(),
    anyText(12),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      expect(notAllowed(safeHtml(parts.join("")))).toEqual([]);
    }),
    { numRuns: runsOf(400) },
  );
});

test.each([
  ["<h3>a</h3><p>b</p><h3>c</h3>", "<h2>a</h2><p>b</p><h2>c</h2>"],
  ["<h2>a</h2><h4>b</h4>", "<h2>a</h2><h3>b</h3>"],
  ["<h5>a</h5><h3>b</h3>", "<h3>a</h3><h2>b</h2>"],
  ["<p>h2 &lt;h4&gt;</p>", "<p>h2 &lt;h4&gt;</p>"],
])("headings begin at h2 and skip no level: %s", (html, safe) => {
  expect(safeHtml(html)).toBe(safe);
});
