import { describe, expect, test } from "vitest";
import { catalogues } from "~server/texts/catalogue";
import { getText, textsJson } from "~server/texts/text";
import { content, setContent } from "~server/content/content";
import { readContent } from "~server/content/read-content";
import { contentFolder, showContent } from "../../support/content-folder";

/** The faults of a folder with these files, without the folder's path. */
function faultsOf(files: Record<string, string | Uint8Array>): string[] {
  try {
    readContent(contentFolder(files));
  } catch (error) {
    return String(error)
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

const legal = (body: string, head = "date: 2026-01-31\nversion: 3.1") => `---\n${head}\n---\n${body}`;
const both = (text: string) => ({ "legal/agreement.el_GR.md": text, "legal/agreement.en_US.md": text });
const agreementOf = (body: string, head?: string) =>
  readContent(contentFolder(both(legal(body, head)))).legal.agreement?.en_US;

test("without a folder there is no content; with one, content is what it contained at the start", () => {
  expect(content()).toEqual({ legal: {}, texts: {} });
  showContent({ "company.json": '{"name":"First Ltd"}' });
  expect(content().company).toEqual({ name: "First Ltd" });
});

test("a missing folder and unknown files are faults; notes and dot files are not", () => {
  expect(() => readContent("/nowhere/content")).toThrow(
    /\/nowhere\/content cannot be used:\n {2}the folder cannot be read: ENOENT: .*'\/nowhere\/content'/,
  );
  expect(faultsOf({ "README.md": "", ".gitkeep": "", "..data/x.md": "" })).toEqual([]);
  expect(faultsOf({ "text.en_US.json": "{}", "legal/terms.en_US.md": "x", "logo.svg": "<svg/>" }).sort()).toEqual(
    ["legal/terms.en_US.md", "logo.svg", "text.en_US.json"].map(
      (name) => `${name}: is not a file that this folder may contain`,
    ),
  );
});

test("content that is too long or not UTF-8 is a fault", () => {
  expect(faultsOf({ "company.json": Uint8Array.of(0x7b, 0xff, 0x7d) })).toEqual(["company.json: is not UTF-8"]);
  expect(faultsOf({ "company.json": " ".repeat(1_000_001) })).toEqual(["company.json: is longer than 1000000 bytes"]);
});

describe("company.json", () => {
  const faults = (json: unknown) => faultsOf({ "company.json": JSON.stringify(json) });

  test("needs a name; the rest is optional", () => {
    const dir = contentFolder({
      "company.json": '{"name":" A Ltd ","phone":"+886 2 1234-5678","email":"a@b.example"}',
    });
    expect(readContent(dir).company).toEqual({
      name: "A Ltd",
      phone: "+886 2 1234-5678",
      email: "a@b.example",
    });
    expect(faults({})).toEqual(["company.json: name: is missing"]);
  });

  test.each([
    [{ name: "A", email: "javascript:alert(1)" }, "company.json: email: is not an email address"],
    [
      { name: "A", phone: "call me" },
      "company.json: phone: must be a phone number: digits, blanks, hyphens and brackets",
    ],
    [{ name: "A\nB" }, "company.json: name: must be one line"],
    [{ name: "  " }, "company.json: name: is empty"],
    [{ name: 7 }, "company.json: name: Expected string, received number"],
    [{ name: "A", adress: "B" }, "company.json: adress: is not known"],
    [["A"], "company.json: Expected object, received array"],
    [null, "company.json: Expected object, received null"],
  ])("%j is a fault", (json, fault) => {
    expect(faults(json)).toEqual([fault]);
  });

  test("must be a plain JSON object", () => {
    expect(faultsOf({ "company.json": "{name}" })[0]).toMatch(/^company\.json: is not JSON \(/);
    expect(faultsOf({ "company.json": '{"name":"A","__proto__":{"polluted":1}}' })).toEqual([
      "company.json: __proto__: is not known",
    ]);
  });
});

describe("a legal text", () => {
  test("has a date, version, title, lead and sections", () => {
    expect(
      agreementOf("# Terms\n\nRead\n**this**.\n\n## 1. First\n\n- one\n\n### Detail\n\ntwo\n\n## `Second`\n\nx"),
    ).toEqual({
      title: "Terms",
      version: "3.1",
      dated: "2026-01-31",
      lead: "<p>Read\n<strong>this</strong>.</p>",
      sections: [
        { heading: "1. First", html: "<ul>\n<li>one</li>\n</ul>\n<h3>Detail</h3>\n<p>two</p>" },
        { heading: "Second", html: "<p>x</p>" },
      ],
    });
    expect(agreementOf("## A\n", "date: \"2026-01-31 08:00\"\nversion: '2'")).toMatchObject({
      title: undefined,
      lead: "",
      dated: "2026-01-31 08:00",
      version: "2",
    });
  });

  test("keeps a line in code that only looks like a heading", () => {
    const sections = agreementOf("## A\n\n```\n## B\n```\n")?.sections;
    expect(sections?.map(({ heading }) => heading)).toEqual(["A"]);
    expect(sections?.[0]?.html).toContain("<code>## B");
  });

  test.each([
    ["without front matter", "# Terms\n\nlead\n\n## 1. A\n\na", "Terms", "<p>lead</p>", ["1. A"]],
    ["without headings", "First.\n\nSecond.", undefined, "<p>First.</p>\n<p>Second.</p>", []],
    ["with a title alone", "# Terms\n\nFirst.", "Terms", "<p>First.</p>", []],
    ["with sections as titles", "# 1. A\n\na\n\n# 2. B\n\n## Detail\n\nb", undefined, "", ["1. A", "2. B"]],
    ["with a title above such sections", "# Terms\n\n# A\n\na\n\n# B\n\nb", "Terms", "", ["A", "B"]],
    ["with low headings", "lead\n\n### A ###\n\na\n\n#### Detail\n\n### B", undefined, "<p>lead</p>", ["A", "B"]],
    ["with underlined headings", "Terms\n=====\n\nlead\n\nA\n---\na\n\nB\n---", "Terms", "<p>lead</p>", ["A", "B"]],
    ["with rules and tables", "a\n\n---\n\n- b\n---\n\n| c |\n|---|", undefined, expect.stringContaining("<hr"), []],
  ])("may have any structure: %s", (_, text, title, lead, headings) => {
    const read = readContent(contentFolder(both(text))).legal.agreement?.en_US;
    expect(read).toMatchObject({ title, lead, version: "", dated: "" });
    expect(read?.sections.map(({ heading }) => heading)).toEqual(headings);
  });

  test("keeps a date or version if it has one, and ignores other fields", () => {
    expect(agreementOf("a", "title: x\ndate: 2026-01-31")).toMatchObject({ dated: "2026-01-31", version: "" });
    expect(agreementOf("a", "version: 2\ntags:\n  - x")).toMatchObject({ dated: "", version: "2" });
    expect(agreementOf("a", "tags: []")).toMatchObject({ lead: "<p>a</p>", dated: "", version: "" });
  });

  test("without headings may be as long as a contract, and keeps the numbers of its clauses", () => {
    const clauses = Array.from({ length: 500 }, (_, at) => `${at + 1}. ${"word ".repeat(20)}`);
    const lead = agreementOf(clauses.join("\n\n"))?.lead ?? "";
    expect(lead.split("<li>")).toHaveLength(501);
    let number = 1;
    for (const [, start = "1", list = ""] of lead.matchAll(/<ol(?: start="(\d+)")?>([^]*?)<\/ol>/g)) {
      expect(Number(start)).toBe(number);
      number += list.split("<li>").length - 1;
    }
    expect(number).toBe(501);
  });

  test("is sanitized: it contains no scripts, frames, styles or forms", () => {
    const hostile = [
      "<script>alert(1)</script><style>p{}</style><iframe src=//x></iframe><form action=//x><input></form>",
      '<p onclick="alert(1)" style="x">a</p> [b](javascript:alert(1)) <a href="data:text/html,x">c</a> <svg onload=x>',
      "[d](https://x.example/?a=1&b=2) <https://y.example>",
    ].join("\n\n");
    const text = agreementOf(`${hostile}\n\n## <b> </h2><script>x</script>\n\n${hostile}`);
    const html = `${text?.lead}${text?.sections[0]?.html}`;
    expect(html).not.toMatch(/<(?:script|style|iframe|form|input|svg)|onclick|style=|href="(?:javascript|data)/);
    expect(html).toContain(
      '<a href="https://x.example/?a=1&amp;b=2" rel="external noopener noreferrer nofollow">d</a>',
    );
    expect(text?.sections[0]?.heading).toBe("<b> </h2><script>x</script>");
  });

  test.each([
    ["a day that does not exist", legal("## A", "date: 2026-02-30\nversion: 1"), /^date: must be a day such as/],
    ["a date written in words", legal("## A", "date: May 2026\nversion: 1"), /^date: must be a day such as/],
    ["a version with markup", legal("## A", "date: 2026-01-31\nversion: <b>"), /^version: must be up to 32/],
    ["no text", legal("# Terms\n\n"), "has no text"],
    ["a picture", legal("## A\n\n![x](https://x.example/x.png)"), "has a picture: a legal text must be text only"],
    ["a section that is too long", legal(`## A\n\n${"word ".repeat(5_000)}`), /^"A": is too long or too deeply/],
    ["a section that is too deep", legal(`## A\n\n${"> ".repeat(12)}x`), /^"A": is too long or too deeply/],
  ])("with %s is a fault", (_, text, fault) => {
    const [first, second, ...more] = faultsOf(both(text)).map((line) => line.split(/\.md: /));
    expect(more).toEqual([]);
    expect([first?.[0], second?.[0]]).toEqual(["legal/agreement.el_GR", "legal/agreement.en_US"]);
    expect(first?.[1]).toEqual(typeof fault === "string" ? fault : expect.stringMatching(fault));
  });

  test("exists in both languages or in neither", () => {
    expect(faultsOf({ "legal/privacy.en_US.md": legal("## A") })).toEqual(["legal/privacy.el_GR.md: is missing"]);
  });
});

describe("texts.<locale>.json", () => {
  const fault = (texts: unknown, locale: "el_GR" | "en_US" = "en_US") => {
    const name = `texts.${locale}.json`;
    return faultsOf({ [name]: typeof texts === "string" ? texts : JSON.stringify(texts) }).map((line) =>
      line.startsWith(`${name}: `) ? line.slice(name.length + 2) : line,
    );
  };

  test.each([
    [{ "Home.headlin": "x" }, "Home.headlin: is not a key of the texts"],
    [{ Home: "x" }, "Home: is not a key of the texts"],
    [{ "Home.headline.more": "x" }, "Home.headline.more: is not a key of the texts"],
    ['{"__proto__":"x"}', "__proto__: is not a key of the texts"],
    ['{"__proto__.polluted":"x"}', "__proto__.polluted: is not a key of the texts"],
    ['{"Home.__proto__":"x"}', "Home.__proto__: is not a key of the texts"],
    [{ "constructor.name": "x" }, "constructor.name: is not a key of the texts"],
    [{ "Home.toString": "x" }, "Home.toString: is not a key of the texts"],
    [{ "Home.headline": 7 }, "Home.headline: must be a text"],
    [{ "Home.headline": { en: "x" } }, "Home.headline: must be a text"],
    [{ "Home.headline": " " }, "Home.headline: is empty"],
    [{ "Home.headline": "x".repeat(2_001) }, "Home.headline: is longer than 2000 characters"],
    [{ "Home.headline": "a\nb" }, "Home.headline: has a line break or another control character"],
    [{ "Home.headline": "$t(common.home)" }, "Home.headline: has a brace, or $t(, besides its {{placeholders}}"],
    [{ "common.days": "days" }, "common.days: {{value}} is missing"],
    [{ "common.days": "{{value}} of {{total}}" }, "common.days: {{total}} is not known"],
    [{ "common.days": "{{ value }}" }, "common.days: has a brace, or $t(, besides its {{placeholders}}"],
    [{ "Poster.title": "x" }, "Poster.title: is part of a picture, and cannot be replaced"],
    [["Home.headline"], 'must be an object such as {"Home.headline": "…"}'],
    ["null", 'must be an object such as {"Home.headline": "…"}'],
    ["{", expect.stringMatching(/^is not JSON \(/)],
  ])("%j is a fault", (texts, expected) => {
    expect(fault(texts)).toContainEqual(expected);
  });

  test("the faults of both languages are all named", () => {
    const files = { "texts.el_GR.json": '{"Home.a":"x"}', "texts.en_US.json": '{"Home.b":"x","Home.c":"y"}' };
    expect(faultsOf(files)).toEqual([
      "texts.el_GR.json: Home.a: is not a key of the texts",
      "texts.en_US.json: Home.b: is not a key of the texts",
      "texts.en_US.json: Home.c: is not a key of the texts",
    ]);
  });

  test("pages and scripts get the operator's own text, as plain text; all other texts are the shop's", () => {
    const shop = getText("en_US")("Power.lead");
    const words = "<script>alert(1)</script> & {{value}}";
    const texts = { "common.days": words, "Power.lead": "Cloud power" };
    showContent({ "texts.en_US.json": JSON.stringify(texts) });
    const [english, chinese] = [getText("en_US"), getText("el_GR")];
    expect(english("common.days", { value: 3 })).toBe("<script>alert(1)</script> & 3");
    expect(english("Power.lead")).toBe("Cloud power");
    expect(english("Home.headline")).toBe(catalogues.en_US.Home.headline);
    expect(chinese("Power.lead")).toBe(catalogues.el_GR.Power.lead);
    const sent = textsJson("en_US", ["Power"]);
    expect(sent).not.toContain("<");
    expect(JSON.parse(sent)).toMatchObject({ common: { days: words }, Power: { lead: "Cloud power" } });
    setContent(undefined);
    expect(getText("en_US")("Power.lead")).toBe(shop);
  });

  test("without own texts a page's scripts get exactly the shop's texts", () => {
    const { common, errors, Power } = catalogues.el_GR;
    const shipped = { common, errors: { network: errors.network }, Power };
    expect(textsJson("el_GR", ["Power"])).toBe(JSON.stringify(shipped).replace(/</g, "\\u003c"));
  });
});
