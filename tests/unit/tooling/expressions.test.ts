import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import {
  expressionProblems,
  expressionsIn,
  expressionsOf,
  readExplained,
  verdicts,
  type Expression,
} from "../../../tooling/security/expressions";

/** The check of regular expressions, on made-up ones; `npm run check` applies it to the product's. */

test("a file's expressions are its literals and those built at run time", () => {
  const source = 'const a = /x+$/gu; // /no/\nconst b = "/no/";\nf(new RegExp(a,\n  "i"), RegExp("x"), 4 / 2 / 1);';
  expect(expressionsOf("a.ts", source)).toEqual(["/x+$/gu", 'new RegExp(a, "i")', 'RegExp("x")']);
});

test("the expressions of a proxy's configuration are checked too", () => {
  const conf = 'map $a $b {\n    "~*^on$" "on";\n    "~^/(?<id>\\d+)" $id;\n}\nif ($uri ~ "^/x$") { return 1; }';
  expect(expressionsOf("storefront.conf", conf)).toEqual(["/^on$/i", "/^\\/(?<id>\\d+)/", "/^\\/x$/"]);
  expect(expressionsOf("haproxy.cfg", "acl a path_reg ^/x+$\nacl b path /y")).toEqual(["/^\\/x+$/"]);
});

test("the product's expressions come from its source, without tests and sandbox", () => {
  const root = freshFolder("expressions");
  for (const [file, source] of [
    ["app/routes/a.tsx", "/a/; /b/"],
    ["server/b.js", "/b/; /b/"],
    ["server/b.test.ts", "/no/"],
    ["tools/c.ts", "/c/"],
    ["packages/x/c.ts", "/c/"],
    ["deploy/x.conf", '"~c" 1;'],
    ["packages/x/test/d.ts", "/no/"],
    ["packages/sandbox/e.ts", "/no/"],
    ["server/f.json", "/no/"],
  ] as const) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  expect(expressionsIn(root)).toEqual([
    { text: "/a/", files: ["app/routes/a.tsx"] },
    { text: "/b/", files: ["app/routes/a.tsx", "server/b.js"] },
    { text: "/c/", files: ["deploy/x.conf", "packages/x/c.ts", "tools/c.ts"] },
  ]);
});

const quick: Expression = { text: "/^a+$/", files: ["server/a.ts"] };
const slow: Expression = { text: "/a+$/", files: ["server/a.ts", "server/b.ts"] };
const made: Expression = { text: "new RegExp(a)", files: ["app/a.ts"] };

test("the checker distinguishes linear from super-linear expressions, and caches its verdicts", async () => {
  const cache = join(freshFolder("expressions"), "cache/verdicts.json");
  const verdictOf = await verdicts([quick, slow, made], cache);
  expect(verdictOf(quick.text)).toBe("safe");
  expect(verdictOf(slow.text)).toContain("polynomial");
  expect(verdictOf(made.text)).not.toBe("safe");
  expect(JSON.parse(readFileSync(cache, "utf8"))).toEqual({ "/^a+$/": "safe", "/a+$/": verdictOf(slow.text) });
  writeFileSync(cache, JSON.stringify({ "/^a+$/": "remembered" }));
  expect((await verdicts([quick], cache))(quick.text)).toBe("remembered");
});

test("an unexplained super-linear expression and a needless explanation are reported", () => {
  const why = "A reason that is long enough to be one, about its bound.";
  const verdictOf = (text: string) => (text === quick.text ? "safe" : "slow");
  const all = [quick, slow];
  expect(expressionProblems(all, verdictOf, { explained: [] })).toEqual([
    "server/a.ts: /a+$/ is slow",
    "server/b.ts: /a+$/ is slow",
  ]);
  const explained = [
    { expression: "/a+$/", files: ["server/a.ts"], why },
    { expression: "/a+$/", files: ["server/b.ts"], why },
  ];
  expect(expressionProblems(all, verdictOf, { explained })).toEqual([]);
  expect(expressionProblems([quick], verdictOf, { explained })).toEqual([
    "server/a.ts: /a+$/ is explained, but no longer needs to be",
    "server/b.ts: /a+$/ is explained, but no longer needs to be",
  ]);
  expect(() => readExplained('{"explained":[{"expression":"/a/","files":[],"why":"short"}]}')).toThrow();
});
