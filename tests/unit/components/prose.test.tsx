import { expect, test } from "vitest";
import { FIGURE } from "~/components/layout/DescriptionList";
import { Prose } from "~/components/layout/Prose";
import { NoTranslateNames } from "~/i18n/NoTranslateNames";
import { NoTranslate } from "~/i18n/text";
import { safeHtml, safeMarkdown } from "~server/markup/markup";
import { all, only, textOf, textsOf } from "../../support/html";
import { render } from "../../support/render";

const WIDE = "| a | b |\n| - | - |\n| 1 | 2 |\n\n```\nsome code\n```\n";

test.each([
  ["en_US", "Table", "Code"],
  ["el_GR", "表格", "程式碼"],
] as const)(
  "tables and code can be scrolled by keyboard, and have a name in the page's language: %s",
  (locale, table, code) => {
    const html = render(<Prose html={safeMarkdown(WIDE)} />, locale);
    const regions = all(html, "section[tabindex='0']");
    expect(regions.map((region) => only(html, `#${region.attr("aria-labelledby") ?? ""}`).text())).toEqual([
      table,
      code,
    ]);
    expect(all(html, "section > table th")).toHaveLength(2);
    expect(only(html, "section > pre").text()).toBe("some code\n");
  },
);

test("every table of a notice is a region, nested ones too", () => {
  const html = safeHtml("<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table><table><tr><td>y");
  expect(all(html, "section > table")).toHaveLength(3);
  expect(all(html, "table")).toHaveLength(3);
});

test("without tables and code nothing is named, and words or attributes are not mistaken for tags", () => {
  const html = safeHtml('<p title="<table>">&lt;table&gt; <img src="https://a.example/x.png" alt="<pre>"></p>');
  expect(html).not.toContain("<section");
  expect(all(render(<Prose html={html} />), "[id], section")).toEqual([]);
});

test.each(["31.00 USDT", "1,234.5\u00a01INCH", "0.5 stETH", "10\u00a0T"])("no translator may change %j", (figure) => {
  expect(FIGURE.test(figure)).toBe(true);
});

test.each(["540 days", "540 天", "50 %", "2026/11/20 21:03\u00a0(UTC+8)", "—", "USDT"])(
  "a translator may change %j",
  (words) => {
    expect(FIGURE.test(words)).toBe(false);
  },
);

test.each([
  ["Pay 12,\u200b345,\u200b678,\u200b901.00 USDT now", ["12,\u200b345,\u200b678,\u200b901.00 USDT"]],
  ["Pay 1,234.5\u00a01INCH, 0.5 stETH or 12.5 U", ["1,234.5\u00a01INCH", "0.5 stETH", "12.5 U"]],
  ["From 1\u00a0T, later 2 T at 3.00 FIL per T", ["1\u00a0T", "2 T", "3.00 FIL", "T"]],
  ["Reference: 8fe12e48d920", ["8fe12e48d920"]],
  ["最低 100,000USDT，經由TRC20網路", ["100,000USDT", "TRC20"]],
  ["HarmonyOS, E-mail: I sent 2 Orders on Nov 20, 2026", ["2", "20,", "2026"]],
])("in a sentence a translator may change nothing but words: %j", (sentence, kept) => {
  const html = render(<NoTranslate>{sentence}</NoTranslate>);
  expect(only(html, "body > span").text()).toBe(sentence);
  expect(all(html, "[translate=no]").map((part) => part.text())).toEqual(kept);
});

test.each([
  ["S", "Optimism"],
  ["BTC", "BTC Lightning"],
  ["a", "a"],
])("the names of a coin and its network are kept as a whole, and in no other word: %s, %s", (coin, chain) => {
  const html = render(<NoTranslateNames text="Recharge.networkWarning" names={{ coin, chain }} />);
  expect(textsOf(html, "[translate=no]")).toEqual([coin, chain]);
  expect(textOf(only(html, "body > span").text())).toBe(
    `Send only ${coin} on the ${chain} network to this address. Anything else may be lost.`,
  );
});
