import { expect, test } from "vitest";
import { FAULT_KINDS } from "@storefront/sandbox/faults";
import { textOf } from "../../support/deployed";

/** The lists in docs/change/testing.md are complete. */

const guide = textOf("docs/change/testing.md");
const between = (first: string, last: string) => guide.slice(guide.indexOf(first), guide.indexOf(last));

/** Files with helpers for tests of pages. */
const HELPERS = [
  ...["shopping", "signing-in", "texts", "upstream", "visitor", "requests", "documents", "pages", "html", "signed-in"],
  ...["valid-forms", "buying", "depositing", "environment"],
].map((name) => `tests/support/${name}.ts`);
const FIXTURES = "tests/support/journey.ts";

test("docs/change/test-helpers.md lists every helper with the first sentence of its comment", async () => {
  const [, fixtures = ""] = /interface Fixtures \{([^]*?)\n\}/.exec(textOf(FIXTURES)) ?? [];
  const lists = [
    [`Fixtures of a journey (\`${FIXTURES}\`)`, described(fixtures, /^ {2}(\w+):/)],
    ...HELPERS.map((path) => [`\`${path}\``, described(textOf(path), EXPORT)] as const),
  ] as const;
  const bare = lists.flatMap(([, rows]) => rows.filter(([, comment]) => comment === "").map(([name]) => name));
  expect(bare, "helpers without a comment").toEqual([]);
  const bullets = lists.flatMap(([heading, rows]) => [
    ...["", `## ${heading}`, ""],
    ...rows.map(([name, comment]) => `- \`${name}\`: ${comment}`),
  ]);
  const text = [
    "# Test helpers",
    "",
    "Generated from the code by `npm run test:unit -- testers-guide -u`. How to use them: [testing](testing.md).",
    ...bullets,
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../../docs/change/test-helpers.md");
});

const EXPORT = /^export (?:async )?(?:function|const|class) (\w+)/;

/** The names in a source whose lines match, each with the first sentence of the comment above it. */
function described(source: string, name: RegExp): [name: string, comment: string][] {
  const lines = source.split("\n");
  return lines.flatMap((line, at): [string, string][] => {
    const [, found] = name.exec(line) ?? [];
    if (found === undefined) return [];
    const above = lines.slice(0, at).join("\n");
    const [, comment = ""] = /\/\*\*((?:(?!\*\/)[^])*)\*\/$/.exec(above) ?? [];
    const words = comment.replace(/^ *\*/gm, "").replace(/\s+/g, " ").trim();
    return [[found, /^.*?[.:](?= [A-Z@]|$)/.exec(words)?.[0].replace(/[.:]$/, ".") ?? words]];
  });
}

test("the guide lists exactly the existing faults", () => {
  const table = between("### Every fault by name", "### Other controls of the sandbox");
  expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind)).toEqual([...FAULT_KINDS]);
});

test("the guide lists every function of the sandbox's control with its URL", () => {
  const list = between("### Other controls of the sandbox", "## Long tests");
  const named = [...list.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  const control = textOf("packages/sandbox/control.ts");
  const [, members = ""] = /export interface Control \{([\s\S]*?)\n\}/.exec(control) ?? [];
  expect(named).toEqual([...members.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name));
  const http = textOf("packages/sandbox/control-http.ts");
  const [, endpoints = ""] = /ENDPOINTS[^=]*= \{([\s\S]*?)\n\};/.exec(http) ?? [];
  const known = [...endpoints.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => `/sandbox/${name}`);
  expect(known.length).toBeGreaterThan(8);
  for (const address of known) expect(list).toContain(`\`${address}\``);
});
