import { expect, test } from "vitest";
import { leadsTo, pathsIn } from "../../../tooling/docs/paths";

/** The check of paths in documents and comments; `npm run check` applies it to the repository. */

/** Not written literally below, because the check covers this file too. */
const [SERVER, PACKAGE] = ["~server", "@storefront"];

test("paths are read from documents and code comments", () => {
  expect(
    pathsIn(
      "docs/a.md",
      "In `server/a.ts`, [docs/b.md](docs/b.md) and `c.tsx`. (See packages/d.) `e.json`, https://app/f",
    ),
  ).toEqual(["server/a.ts", "docs/b.md", "c.tsx", "packages/d"]);
  expect(pathsIn("server/a.ts", `/** As\n * \`${SERVER}/a/b\`. */\nimport "~/c"; // of ${PACKAGE}/d/e:`)).toEqual([
    "~server/a/b",
    "@storefront/d/e",
  ]);
  expect(pathsIn("deploy/a.yml", "image: server/a # (deploy/b.sh)")).toEqual(["deploy/b.sh"]);
  expect(pathsIn("docs/a.md", "`app/routes/A.($b)/*.tsx`, `app/x/{a,b}.ts`, server/&lt;domain&gt;<br/>")).toEqual([
    "app/routes/A.($b)/*.tsx",
    "app/x/{a,b}.ts",
    "server/<domain>",
  ]);
  expect(pathsIn("CHANGELOG.md", "`server/a.ts`")).toEqual([]);
  expect(pathsIn("server/a.json", "server/a.ts")).toEqual([]);
});

const FILES = ["app/i18n", "app/i18n/el_GR.ts", "app/routes/A.($b)/route.tsx", "server/a.test.ts", "packages/d/e.js"];

test.each(["app/i18n", "app/i18n/el_GR.ts", "~/i18n/el_GR", "@storefront/d/e", "el_GR.ts", "i18n/el_GR.ts"])(
  "%s names an existing file or folder",
  (path) => expect(leadsTo(path, FILES)).toBe(true),
);

test.each(["app/routes/<Url>/route.tsx", "app/routes/A.($b)/*", "app/i18n/{el_GR,en_US}.ts", "server/*"])(
  "%s matches existing files",
  (path) => expect(leadsTo(path, FILES)).toBe(true),
);

test.each(["app/el_GR.ts", "GR.ts", "server/i18n", "~server/i18n/el_GR", "app/i18n/el", "app/i18n/*.css"])(
  "%s names nothing that exists",
  (path) => expect(leadsTo(path, FILES)).toBe(false),
);
