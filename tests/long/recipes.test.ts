import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { bin, ROOT, TSC } from "../support/steps";

/** The recipes of CONTRIBUTING.md, performed on a copy of the tree as a newcomer would. */

/** The files and places that the recipes name. */
const [PAGES, SCREENS, CONTACT] = ["server/pages.ts", "server/texts/screens.ts", "app/routes/LeavingMessage"];

/** A change of a file: text that replaces a unique piece or goes before it, or the text of a new file. */
type Change = readonly [path: string, text: string, at?: string, how?: "instead"];

interface Recipe {
  /** The first step; after it, checks name the missing ones. */
  first: Change[];
  rest: Change[];
  /** Parts of the messages that the checks report after only the first step. */
  missing: string[];
}

const REWARDS = `import { Screen } from "~/components/layout/Screen";
import { publicHead } from "~server/documents/public-head";
import { useText } from "~/i18n/text";
import { pageData, publicLoader } from "~server/loader/loader";

export const loader = publicLoader(({ locale }) =>
  Promise.resolve(pageData({ head: publicHead(locale, "/Rewards", "Rewards.lead") })),
);

export default function Rewards() {
  const t = useText();
  return (
    <Screen title={t("Rewards.title")}>
      <p>{t("Rewards.lead")}</p>
    </Screen>
  );
}
`;

const REWARDS_TEXTS = `export const Rewards = {
  title: ["獎勵", "Rewards"],
  lead: ["邀請朋友，一起獲得獎勵。", "Invite friends, and share the rewards."],
} as const;
`;

const RECIPES: Readonly<Record<string, Recipe>> = {
  "Add a screen": {
    first: [
      [
        PAGES,
        `  "/Rewards": { title: "Rewards.title", foot: ["company", "Rewards.title"], sitemap: true, textsOnly: true, cached: { freshMs: TEXTS_FRESH_MS } },\n`,
        `  "/Genuine": {`,
      ],
    ],
    rest: [
      ["server/texts/Rewards.ts", REWARDS_TEXTS],
      [SCREENS, `export { Rewards } from "./Rewards";\n`, "export { Saved }"],
      ["app/routes/Rewards/route.tsx", REWARDS],
      ["tests/support/views/public.ts", `  at("rewards", "/Rewards"),\n`, `  at("compare", `],
    ],
    missing: [
      `'"Rewards.title"' is not assignable`,
      "every route has a row, and every row a route",
      "every page has a view in the checks and screenshots",
    ],
  },
  "Add a field to a form": {
    first: [
      [
        `${CONTACT}/fields.server.ts`,
        `    company: text(inOneLine, ENQUIRY_NAME_MAX_LENGTH, "LeavingMessage.companyRequired").optional(),\n`,
        "    areaCode: sent(",
      ],
    ],
    rest: [
      [`${CONTACT}/fields.server.ts`, "  company: 2 * ENQUIRY_NAME_MAX_LENGTH,\n", "  areaCode: 16,"],
      [`${CONTACT}/EnquiryForm.tsx`, `  company: "",\n`, `  areaCode: "",`],
      [`${CONTACT}/EnquiryForm.tsx`, "company, ", "areaCode, tel, email, socialType"],
      [`${CONTACT}/EnquiryForm.tsx`, `    company: t("LeavingMessage.company"),\n`, "    areaCode: t("],
      [
        `${CONTACT}/EnquiryForm.tsx`,
        `      <Field {...company} label={labels.company} autoComplete="organization" enterKeyHint="next" />\n`,
        "      <SelectField {...areaCode}",
      ],
      [
        "server/texts/LeavingMessage.ts",
        `  company: ["公司", "Company"],\n  companyRequired: ["請輸入公司名稱。", "Please enter your company."],\n`,
        "  allRequired: [",
      ],
      [`${CONTACT}/send.server.ts`, `      company: value.company ?? "",\n`, "      tel: `+"],
      ["server/upstream/site.ts", `"company" | `, `"tel" | "email" | "social"`],
      ["server/upstream/site.ts", "company, ", "tel, email, social, message, url } = enquiry"],
      ["server/upstream/site.ts", "company, ", "tel, email, social, message, url });"],
      ["packages/sandbox/site.ts", `"company", `, `"url"].map(`],
      ["tests/support/upstream-calls.ts", `  company: "B",\n`, `  social: "Telegram-a",`],
      [
        "tests/unit/routes/leaving-message.test.ts",
        `      company: "",\n`,
        `      tel: "+86-13812345678",\n      email: "ming`,
      ],
    ],
    missing: [
      "'company' is missing in type '{ readonly name: number;",
      "'company' is missing in type '{ name: string;",
      `'"LeavingMessage.companyRequired"' is not assignable`,
    ],
  },
  "**A limit**": {
    first: [
      [
        "server/limits.ts",
        `  rewards: { of: "codes of rewards", per: "account", points: 5, perMs: HOUR_MS, message: "errors.tooMany" },\n`,
        `  "form:login": `,
      ],
    ],
    rest: [
      [
        "tests/unit/limits.test.ts",
        `  rewards: () => async () =>\n    (await limit("rewards", "a", LIMITS.rewards)).allowed ? null : LIMITS.rewards.message,\n`,
        "  lookups: () => {",
      ],
      ["tests/unit/limits.test.ts", "limit, ", `count } from "~server/store/rate-limit";`],
    ],
    missing: ["'rewards' is missing in type", "docs/operate/run.md lists the limits"],
  },
  "**How long a page is cached**": {
    first: [
      [
        PAGES,
        `TEXTS_FRESH_MS },\n  },\n  "/PrivacyAgreement"`,
        `DATA_FRESH_MS },\n  },\n  "/PrivacyAgreement"`,
        "instead",
      ],
    ],
    rest: [],
    missing: ["docs/change/screens.md is the table"],
  },
};

const TESTS = ["tests/unit/pages.test.ts", "tests/unit/limits.test.ts", "tests/unit/page-cache.test.ts"];
const OTHERS = ["tests/unit/i18n", "tests/unit/docs", "tests/unit/routes/leaving-message.test.ts"];

/** A copy of the sources, with the packages that are installed here. */
function copyOfTree(): string {
  const copy = freshFolder("recipes");
  const left = new Set(["node_modules", ".git", "build", ".data", ".cache", "test-results", "release", "screens"]);
  for (const name of readdirSync(ROOT).filter((each) => !left.has(each)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  mkdirSync(join(copy, "node_modules/@storefront"), { recursive: true });
  const installed = readdirSync(join(ROOT, "node_modules")).filter((name) => name !== "@storefront");
  for (const name of installed) symlinkSync(join(ROOT, "node_modules", name), join(copy, "node_modules", name));
  for (const name of readdirSync(join(copy, "packages")))
    symlinkSync(join(copy, "packages", name), join(copy, "node_modules/@storefront", name));
  return copy;
}

function perform(copy: string, changes: readonly Change[]): void {
  for (const [path, text, at, how] of changes) {
    const file = join(copy, path);
    mkdirSync(dirname(file), { recursive: true });
    if (at === undefined) {
      writeFileSync(file, text);
      continue;
    }
    const parts = readFileSync(file, "utf8").split(at);
    expect(parts.length, `${path} has once: ${at}`).toBe(2);
    writeFileSync(file, parts.join(how ? text : text + at));
  }
}

/** Runs a program in the copy; returns its output and whether it succeeded. */
function run(copy: string, program: string, ...args: string[]): Promise<{ isWell: boolean; said: string }> {
  return new Promise((done) => {
    execFile(
      program,
      args,
      { cwd: copy, maxBuffer: 64 * 1024 * 1024, timeout: TIMEOUT_MS, env: { ...process.env, NO_COLOR: "1" } },
      (error, out, err) => done({ isWell: error === null, said: out + err }),
    );
  });
}

const types = (copy: string) => run(copy, process.execPath, TSC, "--pretty", "false");
const tests = (copy: string, ...args: string[]) => run(copy, bin("vitest"), "run", "--project=unit", ...args);

/** For compiler and tests of one copy on a busy machine. */
const TIMEOUT_MS = 10 * 60_000;
const all = Object.values(RECIPES);
const copies = { first: copyOfTree(), whole: copyOfTree() };
for (const { first } of all) perform(copies.first, first);
for (const { first, rest } of all) perform(copies.whole, [...first, ...rest]);

afterAll(() => Object.values(copies).forEach((copy) => rmSync(copy, { recursive: true })));

test.each(Object.entries(RECIPES))("%s: the recipe names each file that it needs", (heading, { first, rest }) => {
  const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const from = text.indexOf(heading);
  expect(from).toBeGreaterThan(0);
  const [recipe = ""] = text.slice(from).split(/\n(?:\n## |- \*\*)/);
  const named = (path: string) =>
    [path, basename(path), dirname(path)].some((name) => recipe.includes(name)) ||
    (path.startsWith("tests/unit/routes/") && recipe.includes("the route's test"));
  expect([...first, ...rest].map(([path]) => path).filter((path) => !named(path))).toEqual([]);
});

test(
  "after the first step, types and tests name what is missing",
  async () => {
    const said = (await types(copies.first)).said + (await tests(copies.first, ...TESTS)).said;
    expect(all.flatMap(({ missing }) => missing).filter((sign) => !said.includes(sign))).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "after all steps, types and tests pass",
  async () => {
    expect((await types(copies.whole)).said).toBe("");
    // `-u` writes the tables of the documents, as the recipes say.
    expect(await tests(copies.whole, "-u", ...TESTS)).toMatchObject({ isWell: true });
    expect(readFileSync(join(copies.whole, "docs/change/screens.md"), "utf8")).toContain("`/Rewards`");
    expect(readFileSync(join(copies.whole, "docs/operate/run.md"), "utf8")).toContain("`rewards`");
    expect(await tests(copies.whole, ...OTHERS)).toMatchObject({ isWell: true });
  },
  TIMEOUT_MS,
);
