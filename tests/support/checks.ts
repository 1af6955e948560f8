import { bin, check, TSC, type Step } from "./steps";

/** Arguments of cspell, which checks documents and the comments of code. Unchanged files are read from its cache. */
const SPELLING = [
  ...["lint", "--config=tooling/docs/cspell.json", "--no-progress", "--no-summary"],
  ...["--cache", "--cache-strategy=content", "--cache-location=node_modules/.cache/cspell"],
  ...["*.md", "{app,content,deploy,docs,packages}/**/*.md"],
  "{app,server,packages,tools,tooling}/**/*.{ts,tsx,css}",
];

/** The checks of `npm run check`, which `npm test` includes: all that read the source without running it. */
export const CHECKS: readonly Step[] = [
  check("lint", bin("oxlint"), "--threads=1"),
  check("types", TSC),
  check("expressions", bin("tsx"), "tooling/security/check-expressions.ts"),
  check("unused code and circles", bin("knip"), "--no-progress", "--treat-config-hints-as-errors"),
  check("format", bin("oxfmt"), "--check", "."),
  check("lockfile", bin("tsx"), "tooling/security/check-lockfile.ts"),
  check("documents", bin("tsx"), "tooling/docs/check-markdown.ts"),
  check("spelling", bin("cspell"), ...SPELLING),
];
