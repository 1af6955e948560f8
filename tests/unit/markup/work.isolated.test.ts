import { Tokenizer } from "marked";
import { afterEach, expect, test, vi } from "vitest";
import type * as SanitizeHtml from "sanitize-html";
import * as feed from "~/routes/Notice[.]atom/route";
import * as notice from "~/routes/NoticeDetail/route";
import { getText } from "~server/texts/text";
import { introductionOf, noticeOf, safeHtml, safeMarkdown } from "~server/markup/markup";
import { browserAt, site } from "../../support/documents";
import { textsOf } from "../../support/html";
import { sampleOf } from "@storefront/test-support/sample";
import { useUpstream } from "../../support/upstream";

/** Texts of the upstream never block the process (behaviour 3.44). The tests count the work instead of timing it. */

const MAX_BYTES = 64 * 1024;

/** The sanitiser's input texts, and the number of open elements that it searched. */
const cleaned = vi.hoisted(() => ({ texts: [] as string[], lookedAmong: 0 }));
vi.mock("sanitize-html", async (original) => {
  const { default: sanitize } = await original<typeof SanitizeHtml>();
  const counted = (html: string, options: SanitizeHtml.IOptions) => {
    cleaned.texts.push(html);
    let open = 0;
    return sanitize(html, {
      ...options,
      onOpenTag: (name, attributes) => {
        open += 1;
        cleaned.lookedAmong += open;
        options.onOpenTag?.(name, attributes);
      },
      onCloseTag: (name, isImplied) => {
        open -= 1;
        options.onCloseTag?.(name, isImplied);
      },
    });
  };
  return { default: counted };
});

afterEach(() => {
  vi.restoreAllMocks();
  cleaned.texts.length = 0;
  cleaned.lookedAmong = 0;
});

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const HOSTILE_HTML = [
  ...["<b>", "<b>x", "<div>", "<ul><li>", "<table><tr><td>", "<b></i>", "<p><b>a", "<svg>", "<x>", "<font><span>"],
  ...["</p>", "<p>", "<br>", "&amp;&amp;", "&", "<", "<a ", "<img src=a>", "<a>x</a>"],
];

test.each(sampleOf(HOSTILE_HTML, 3))("the work for 64 kB of HTML is linear in its length: %s", (unit) => {
  safeHtml(filled(unit, MAX_BYTES));
  // Each tag is searched for among at most 500 open elements.
  const tags = (filled(unit, MAX_BYTES).match(/</g)?.length ?? 0) + 1;
  expect(cleaned.lookedAmong).toBeLessThanOrEqual(500 * tags);
  expect(cleaned.lookedAmong).toBeLessThan(5_000_000);
});

/** The methods of the markdown parser that look ahead, with the characters that trigger them. */
const LOOKING = {
  emStrong: "*_",
  del: "~",
  codespan: "`",
  link: "[!",
  reflink: "[!",
  tag: "<",
  autolink: "<",
} as const;

/** Counts the characters of look-aheads; those inside lists and quotations count once for each level. */
function watchReader(): () => number {
  let characters = 0;
  const watch = (name: keyof Tokenizer, looked: (src: string, token: unknown) => number) => {
    const read: unknown = Tokenizer.prototype[name];
    if (typeof read !== "function") throw new Error(`the reader has no ${name}`);
    const counted = function (this: unknown, ...given: [src: string, ...unknown[]]): unknown {
      const token: unknown = Reflect.apply(read, this, given);
      characters += looked(given[0], token);
      return token;
    };
    vi.spyOn(Tokenizer.prototype, name as "space").mockImplementation(counted as Tokenizer["space"]);
  };
  for (const [name, marks] of Object.entries(LOOKING)) {
    watch(name as keyof typeof LOOKING, (src) => (src !== "" && marks.includes(src.charAt(0)) ? src.length : 0));
  }
  watch("url", (src) => /^[\w.!#$%&'*+/=?`{|}~-]+(?=@)/.exec(src)?.[0].length ?? 0);
  // The parser looks for a heading's underline up to the end of the paragraph.
  watch("lheading", (src) => /\n[ \t]*\n/.exec(src)?.index ?? src.length);
  for (const name of ["list", "blockquote"] as const) {
    watch(name, (_, token) => (token as { raw: string } | undefined)?.raw.length ?? 0);
  }
  return () => characters;
}

const table = (columns: number, rows: number) =>
  `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"a\n".repeat(rows)}`;

const HOSTILE_MARKDOWN: [name: string, markdown: string][] = [
  ...["*a_", "_a__b ", "*_a", "a*!", "*a ", "**a", "~a", "[", "![", "[a](", "`a ``b", "<a b='", "*[", "[<", "!"].map(
    (unit): [string, string] => [unit, filled(unit, 20_000)],
  ),
  // Short texts may cost more per character.
  ...["*a_", "_a__b "].map((unit): [string, string] => [`short ${unit}`, filled(unit, 5_000)]),
  ["emphasis in emphasis", filled("*a ", 10_000) + filled("a*", 10_000)],
  ...["+ a\n*_", "+ a\n|-", "+ a\n<a", "> + a\n b\n", "1. a\n#", "- a\n&a"].map((unit): [string, string] => [
    `lines within an item: ${JSON.stringify(unit)}`,
    filled(unit, 20_000),
  ]),
  ["marks of two kinds in turn", `[a]:)${filled("_~", 19_900)}`],
  ["a long name before an @", `${"|".repeat(19_900)}@`],
  ["quotations in quotations", ">".repeat(6_000)],
  ["lists in lists", `${"- ".repeat(2_000)}a`],
  ["lists in lists, line by line", Array.from({ length: 190 }, (_, at) => `${" ".repeat(at)}- a`).join("\n")],
  ["quotations continued by lazy lines", `${">".repeat(20)}a\nb\n\n`.repeat(200)],
];

test.each(sampleOf(HOSTILE_MARKDOWN, 4))("the work for markdown is limited: %s", (_, markdown) => {
  const looked = watchReader();
  safeMarkdown(markdown);
  expect(looked()).toBeLessThan(6_000_000);
});

test.each([
  ["a table of many columns and rows", table(2_000, 5_000)],
  ["one long URL shared by many links", `[a]: https://a.example/${"y".repeat(9_000)}\n\n${"[a] ".repeat(2_500)}`],
])("a short text does not expand into a long one: %s", (_, markdown) => {
  safeMarkdown(markdown);
  for (const html of cleaned.texts) expect(html.length).toBeLessThan(20 * markdown.length);
});

test("a line of many marks is a horizontal rule", () => {
  for (const line of ["- ".repeat(30), "* ".repeat(30).trim(), "-".repeat(80)]) {
    expect(safeMarkdown(`a\n\n${line}\n\nb`)).toBe("<p>a</p>\n<hr />\n<p>b</p>\n");
  }
});

test("a long introduction is read as markdown completely", () => {
  const part = (number: number) =>
    `## Part ${number}\n\n- **Costs**: [none](/Help), \`x_y\` and *more*\n  - within\n\n> quoted\n\n| a | b |\n| - | - |\n| 1 | ~~2~~ |\n\n`;
  const html = safeMarkdown(Array.from({ length: 160 }, (_, number) => part(number)).join(""));
  expect(html.match(/<h3>Part/g)).toHaveLength(160);
  expect(html.match(/<s>2<\/s>|<del>2<\/del>|<td>2<\/td>/g)).toHaveLength(160);
});

test.each([
  ["plain", "x", 1],
  ["in another script", "中", 3],
  ["of surrogate pairs", "😀", 4],
])("a text above 64 kB is cut between characters, and says so: %s", (_, unit, bytes) => {
  const most = Math.floor(MAX_BYTES / bytes);
  expect(noticeOf(unit.repeat(most), "Cut.")).toBe(unit.repeat(most));
  expect(noticeOf(unit.repeat(most + 1), "Cut.")).toBe(`${unit.repeat(most)}<p><em>Cut.</em></p>`);
  expect(introductionOf(unit.repeat(most), "Cut.")?.html).not.toContain("Cut.");
  expect(introductionOf(unit.repeat(most + 1), "Cut.")?.html).toBe(`<p>${unit.repeat(most)}</p><p><em>Cut.</em></p>`);
});

const sandbox = await useUpstream();
const pages = site({ "Notice.atom": feed, NoticeDetail: notice });

/** Makes the upstream return this many different notices of 200 kB. */
const giveLong = (count: number, unit: string) =>
  sandbox.fail("notice_info_list", {
    kind: "answer",
    body: {
      code: 0,
      msg: "",
      data: {
        count,
        noticeInfoList: Array.from({ length: count }, (_, at) => ({
          id: String(at + 1),
          title: `Notice ${at}`,
          timeLong: 1_628_238_650_000,
          content: `<p>Notice ${at}</p>${filled(unit, 200_000)}`,
        })),
      },
    },
  });

test("a feed of fifteen 200 kB notices sanitizes each once for all visitors, and yields in between", async () => {
  await giveLong(15, `<p>${"words ".repeat(100)}<b>b</b></p>`);
  let mostAtOnce = 0;
  let before = 0;
  let isOpen = true;
  const watch = () => {
    mostAtOnce = Math.max(mostAtOnce, cleaned.texts.length - before);
    before = cleaned.texts.length;
    if (isOpen) setImmediate(watch);
  };
  watch();
  const { status, html } = await browserAt(pages, "en_US").open("/Notice.atom?lang=en");
  isOpen = false;
  expect(status).toBe(200);
  const contents = textsOf(html, "entry > content");
  expect(contents).toHaveLength(15);
  const message = getText("en_US")("Notice.cut");
  for (const content of contents) expect(content.endsWith(`<p><em>${message}</em></p>`)).toBe(true);
  expect(cleaned.texts).toHaveLength(15);
  expect(mostAtOnce, "one notice per turn of the event loop").toBe(1);
  for (const text of cleaned.texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);

  await browserAt(pages, "el_GR").open("/Notice.atom?lang=zh");
  await browserAt(pages, "en_US").open("/Notice.atom?lang=en");
  await browserAt(pages, "el_GR").open("/NoticeDetail?id=3");
  expect(cleaned.texts).toHaveLength(15);
});

test.each(["el_GR", "en_US"] as const)("a page says that a text was cut: %s", async (locale) => {
  await giveLong(2, `<p>${"words ".repeat(100)}</p>`);
  const { html } = await browserAt(pages, locale).open("/NoticeDetail?id=2");
  expect(textsOf(html, ".prose > p:last-child")).toEqual([getText(locale)("Notice.cut")]);
});

test("the same text is sanitized once as markdown and once as HTML", () => {
  const [first, ...others] = [1, 2, 3].map(() => safeMarkdown("# Once **only**"));
  expect(others).toEqual([first, first]);
  introductionOf("# Once **only**", "Cut.");
  expect(cleaned.texts).toHaveLength(1);
  expect(safeHtml("# Once **only**")).toBe("# Once **only**");
  expect(cleaned.texts).toHaveLength(2);
  expect(safeMarkdown("")).toBe("");
});

test("the cache is limited: many other texts evict a text", () => {
  const text = (number: number) => `${number} ${"x".repeat(60_000)}`;
  const first = safeMarkdown(text(0));
  for (let number = 1; number < 300; number += 1) safeMarkdown(text(number));
  cleaned.texts.length = 0;
  safeMarkdown(text(299));
  expect(cleaned.texts).toHaveLength(0);
  expect(safeMarkdown(text(0))).toBe(first);
  expect(cleaned.texts).toHaveLength(1);
});
