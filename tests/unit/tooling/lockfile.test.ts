import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { advisoryProblems, isInRange, readAdvisories, type AdvisoryList } from "../../../tooling/security/advisories";
import { auditProblems } from "../../../tooling/security/audit-report";
import { isAllowed, licenceProblems, readLicences, type LicenceList } from "../../../tooling/security/licences";
import { readLockfile, sourceProblems } from "../../../tooling/security/lockfile";
import { changesOf, notesOf } from "~tools/release/notes";

/** The check of lockfiles against known advisories and licences, on made-up lockfiles. */

interface Entry {
  name?: string;
  version?: string;
  license?: string | undefined;
  dev?: boolean;
  resolved?: string;
  integrity?: string;
}

/** A lockfile with these packages, by installation path. */
function lockfile(packages: Record<string, Entry>) {
  const whole = Object.entries(packages).map(([path, entry]) => [
    path,
    { version: "1.0.0", license: "MIT", integrity: "sha512-abc", ...entry },
  ]);
  return readLockfile(
    JSON.stringify({ lockfileVersion: 3, packages: { "": { name: "shop" }, ...Object.fromEntries(whole) } }),
  );
}

const ID = "GHSA-2222-3333-4444";
const why = "A reason that is long enough to be one, about what is reached.";
const explanation = {
  ids: [ID],
  package: "leaky",
  versions: ["1.2.0"],
  for: "production" as const,
  reached: false as const,
  why,
  until: "It is gone.",
};

function known(explained: AdvisoryList["explained"]): AdvisoryList {
  return {
    made: "2026-11-23",
    how: "",
    advisories: [{ id: ID, package: "leaky", affected: [">=1.0.0 <1.3.0", ">=2.0.0 <2.1.0"] }],
    explained,
  };
}

const LEAKY = "node_modules/leaky";

test("an unexplained affected version is a problem wherever it is installed; another version is not", () => {
  const locked = lockfile({
    [LEAKY]: { version: "1.2.0" },
    "node_modules/a/node_modules/leaky": { version: "2.0.5" },
    "node_modules/b/node_modules/leaky": { version: "1.3.0" },
    "node_modules/not-leaky": { version: "1.2.0" },
  });
  expect(advisoryProblems(locked, known([]))).toEqual([
    `node_modules/leaky 1.2.0 is affected by https://github.com/advisories/${ID}`,
    `node_modules/a/node_modules/leaky 2.0.5 is affected by https://github.com/advisories/${ID}`,
  ]);
  expect(advisoryProblems(locked, known([explanation]))).toHaveLength(1);
  expect(advisoryProblems(locked, known([{ ...explanation, versions: ["1.2.0", "2.0.5"] }]))).toEqual([]);
});

test("an aliased package is known by its registry name", () => {
  const locked = lockfile({ "node_modules/leaky-2": { name: "leaky", version: "2.0.0" } });
  expect(advisoryProblems(locked, known([]))).toEqual([
    `node_modules/leaky-2 2.0.0 is affected by https://github.com/advisories/${ID}`,
  ]);
});

test.for<[what: string, version: string, change: Partial<typeof explanation>, problem: string]>([
  ["the version is no longer locked", "1.3.0", {}, "leaky 1.2.0 is explained, but not locked"],
  ["the version is not in the range", "1.3.0", { versions: ["1.3.0"] }, `leaky 1.3.0 is explained, but not in ${ID}`],
  [
    "the list has no such advisory",
    "1.2.0",
    { ids: [ID, "GHSA-5555-5555-5555"] },
    "leaky 1.2.0 is explained, but not in GHSA-5555-5555-5555",
  ],
])("an explanation is outdated when %s", ([, version, change, problem]) => {
  const locked = lockfile({ [LEAKY]: { version } });
  expect(advisoryProblems(locked, known([{ ...explanation, ...change }]))).toEqual([problem]);
});

test("an explanation for tools does not cover production packages", () => {
  const tool = [{ ...explanation, for: "development" as const }];
  expect(advisoryProblems(lockfile({ [LEAKY]: { version: "1.2.0", dev: true } }), known(tool))).toEqual([]);
  expect(advisoryProblems(lockfile({ [LEAKY]: { version: "1.2.0" } }), known(tool))).toEqual([
    "leaky 1.2.0 is explained for development, and is for production",
  ]);
});

test.for<[expression: string, allowed: boolean]>([
  ["MIT", true],
  ["GPL-3.0", false],
  ["(MIT OR GPL-3.0)", true],
  ["Apache-2.0 AND MIT", true],
  ["(Apache-2.0 AND GPL-3.0)", false],
  ["MIT OR Apache-2.0 AND GPL-3.0", false],
  ["SEE LICENSE IN LICENSE", false],
])("%s is allowed: %s", ([expression, allowed]) => {
  expect(isAllowed(expression, ["MIT", "Apache-2.0"])).toBe(allowed);
});

test("a licence must be allowed or explained for its package, and explanations must be needed", () => {
  const rules = (explained: LicenceList["explained"]): LicenceList => ({ allowed: ["MIT"], explained });
  const lgpl = { licence: "LGPL-3.0", packages: ["@img/vips-*"], why };
  const locked = lockfile({
    "node_modules/@img/vips-linux": { license: "LGPL-3.0" },
    "node_modules/free": {},
  });
  expect(licenceProblems(locked, rules([]))).toEqual(["node_modules/@img/vips-linux 1.0.0 is under LGPL-3.0"]);
  expect(licenceProblems(locked, rules([lgpl]))).toEqual([]);
  expect(licenceProblems(locked, rules([lgpl, { licence: "GPL-2.0", packages: ["free"], why }]))).toEqual([
    "free is explained under GPL-2.0, but no longer needs to be",
  ]);
  const other = lockfile({ "node_modules/other": { license: "LGPL-3.0" } });
  expect(licenceProblems(other, rules([lgpl]))).toHaveLength(2);
});

test("a package without a licence needs an explanation for that", () => {
  const path = "node_modules/silent";
  const locked = lockfile({ [path]: { license: undefined } });
  const none = { licence: null, packages: ["silent"], why };
  expect(licenceProblems(locked, { allowed: ["MIT"], explained: [] })).toEqual([
    `${path} 1.0.0 is under no stated licence`,
  ]);
  expect(licenceProblems(locked, { allowed: ["MIT"], explained: [none] })).toEqual([]);
});

test("each package comes from the npm registry with a digest", () => {
  const locked = lockfile({
    "node_modules/fine": { resolved: "https://registry.npmjs.org/fine/-/fine-1.0.0.tgz" },
    "node_modules/elsewhere": { resolved: "https://registry.npmjs.org.example/x.tgz" },
    "node_modules/weak": { integrity: "sha1-abc" },
  });
  expect(sourceProblems(locked)).toEqual([
    "node_modules/elsewhere comes from https://registry.npmjs.org.example/x.tgz",
    "node_modules/weak has no SHA-512 digest",
  ]);
});

test.for<[version: string, range: string, inside: boolean]>([
  ["7.11.9", ">=7.0.0 <7.12.0", true],
  ["7.12.0", ">=7.0.0 <7.12.0", false],
  ["7.12.0-rc.1", ">=7.0.0 <7.12.0", true],
  ["3.0.1", "<=3", true],
  ["4.0.0", "<=3", false],
  ["4.4.2", "4.4.2", true],
  ["4.4.3", "=4.4.2", false],
  ["8.17.0", ">=7.0.0-alpha.0 <8.18.0", true],
])("%s in %s: %s", ([version, range, inside]) => {
  expect(isInRange(version, range)).toBe(inside);
});

test("an unreadable range is an error, not an empty range", () => {
  const [advisory] = known([]).advisories;
  for (const range of ["", "latest", ">=1.0.0 < x.y", ">=1..0"]) {
    const list = { ...known([]), advisories: [{ ...advisory, affected: [range] }] };
    expect(() => readAdvisories(JSON.stringify(list)), range).toThrow("is not a range of versions");
  }
});

test("an npm audit report is compared by advisory and package; a missing report proves nothing", () => {
  const via = (id: string, name = "leaky") => ({ name, url: `https://github.com/advisories/${id}`, range: "<1.3.0" });
  const report = (...all: unknown[]) => JSON.stringify({ vulnerabilities: { shop: { via: ["leaky", ...all] } } });
  expect(auditProblems(report(via(ID)), known([]))).toEqual([]);
  expect(auditProblems(report(via(ID, "other"), via("GHSA-5555-5555-5555")), known([]))).toHaveLength(2);
  for (const none of ["", "no JSON", '{"message":"405 Method Not Allowed"}']) {
    expect(auditProblems(none, known([])), none).toHaveLength(1);
  }
});

test("release notes contain changes, the SBOM's digest and open advisories with their reasons", () => {
  const changelog = "# Changelog\n\n## [0.2.0] - 2026-02-01\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n";
  expect([changesOf(changelog, "0.2.0"), changesOf(changelog, "0.1.0")]).toEqual(["- New.", "- Old."]);
  expect(() => changesOf(changelog, "0.3.0")).toThrow("0.3.0");
  const notes = notesOf({
    title: "shop 0.2.0",
    changes: "- New.",
    sbom: { file: "sbom.cdx.json", sha256: "0123abcd", components: 124 },
    advisories: known([explanation, { ...explanation, package: "tool", for: "development" }]),
  });
  for (const part of ["# shop 0.2.0", "- New.", "124 packages", "0123abcd", ID, why]) expect(notes).toContain(part);
  expect(notes, "build tools are not in the notes").not.toContain("tool");
});

test("the newest section of the changelog has the version in package.json", () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const [, newest] = /^## \[([^\]]+)\]/m.exec(read("CHANGELOG.md")) ?? [];
  expect(newest).toBe(version);
});

test("a package of this repository needs no digest; an external link has no version", () => {
  const own = {
    "packages/store": { version: "0.1.0" },
    "node_modules/@storefront/store": { resolved: "packages/store", link: true },
  };
  const textOf = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages });
  expect(readLockfile(textOf(own))).toEqual([]);
  const elsewhere = { "node_modules/@storefront/store": { resolved: "../elsewhere", link: true } };
  expect(() => readLockfile(textOf(elsewhere))).toThrow("node_modules/@storefront/store has no version");
});

test("this repository's own lists are well-formed, and explain its lockfile", () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  const locked = readLockfile(read("package-lock.json"));
  const advisories = readAdvisories(read("tooling/security/advisories.json"));
  const licences = readLicences(read("tooling/security/licences.json"));
  expect([
    ...sourceProblems(locked),
    ...advisoryProblems(locked, advisories),
    ...licenceProblems(locked, licences),
  ]).toEqual([]);
  const names = new Set(locked.map(({ name }) => name));
  expect(advisories.advisories.filter((each) => !names.has(each.package))).toEqual([]);
});
