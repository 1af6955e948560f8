import { expect, test } from "vitest";
import { introductionOf as section } from "~server/markup/markup";

const introductionOf = (markdown: string | undefined) => section(markdown, "Cut.");

test("a text's first heading becomes the section's heading, and is not repeated", () => {
  expect(introductionOf("## About this product\n\nGood.\n\n### Costs\n\n- none")).toEqual({
    heading: "About this product",
    html: "<p>Good.</p>\n<h3>Costs</h3>\n<ul>\n<li>none</li>\n</ul>",
  });
});

test("the headings below skip no level", () => {
  expect(introductionOf("# One\n\n## Two\n\n### Three")?.html).toBe("<h3>Two</h3>\n<h4>Three</h4>");
  expect(introductionOf("# One\n\n### Two\n\n##### Three")?.html).toBe("<h3>Two</h3>\n<h3>Three</h3>");
});

test("a text without a first heading stays whole, under the page's heading", () => {
  expect(introductionOf("Good.\n\n## Costs")).toEqual({ html: "<p>Good.</p>\n<h3>Costs</h3>" });
  expect(introductionOf("## \n\nGood."), "an empty heading is dropped").toEqual({ html: "<p>Good.</p>" });
});

test("a text with only a heading is shown; an empty text has no section", () => {
  expect(introductionOf("## About")).toEqual({ heading: "About", html: "" });
  for (const nothing of [undefined, "", "  \n ", "<script>alert(1)</script>"]) {
    expect(introductionOf(nothing), String(nothing)).toBeUndefined();
  }
});

test("headings are sanitized too", () => {
  const { heading, html } =
    introductionOf("## <img src=x onerror=alert(1)> *A* <h4> & [b](javascript:alert(1)) `</h3>`\n\n`<h4>`") ?? {};
  expect(heading).not.toMatch(/onerror|javascript:|<script|<img|<a/);
  expect(`${heading}${html}`).toContain("<em>A</em>");
  expect(html, "code that looks like a heading stays code").toContain("&lt;h4&gt;");
});
