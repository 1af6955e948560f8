import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "recheck";
import typescript from "typescript";
import { z } from "zod";

/** A regular expression of the product as written: `/a+$/g`, or `new RegExp(…)` on one line. */
export interface Expression {
  text: string;
  files: string[];
}

const list = z.strictObject({
  explained: z.array(
    z.strictObject({
      expression: z.string(),
      files: z.array(z.string()).min(1),
      /** The reason why the expression is safe: its text is limited, or the checker is wrong. */
      why: z.string().min(30),
    }),
  ),
});

export type ExpressionList = z.infer<typeof list>;

/** Reads the expressions that are not linear, each with a reason. Throws ZodError. */
export const readExplained = (text: string): ExpressionList => list.parse(JSON.parse(text));

const FOLDERS = ["app", "server", "tools", "packages", "deploy"];
const SOURCE = /\.(?:tsx?|js|conf|cfg)$/;
/** Matches expressions of nginx and HAProxy, which get visitors' requests first. */
const CONFIGURED = /~(?<ignoresCase>\*?) ?"?(?<source>[^"\n]+)"|path_reg (?<path>\S+)/g;
/** Matches files that only tests and development use. */
const NOT_SERVED = /\.test\.tsx?$|\/(?:test|sandbox|test-support)\//;

export function expressionsIn(root: string): Expression[] {
  const found = new Map<string, string[]>();
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      const file = `${folder}/${entry}`;
      if (!SOURCE.test(file) || NOT_SERVED.test(file) || file.includes("node_modules/")) continue;
      for (const text of expressionsOf(file, readFileSync(join(root, file), "utf8"))) {
        const files = found.get(text) ?? [];
        found.set(text, files.includes(file) ? files : [...files, file]);
      }
    }
  }
  return [...found].map(([text, files]) => ({ text, files: files.sort() }));
}

/** Returns the expressions of one source or configuration file, as written. */
export function expressionsOf(file: string, source: string): string[] {
  const found: string[] = [];
  if (!/\.(?:tsx?|js)$/.test(file)) {
    for (const { groups = {} } of source.matchAll(CONFIGURED))
      found.push(`/${(groups.source ?? groups.path ?? "").replaceAll("/", "\\/")}/${groups.ignoresCase ? "i" : ""}`);
    return found;
  }
  const visit = (node: typescript.Node): void => {
    const isMade =
      (typescript.isNewExpression(node) || typescript.isCallExpression(node)) && node.expression.getText() === "RegExp";
    if (typescript.isRegularExpressionLiteral(node)) found.push(node.text);
    else if (isMade) found.push(node.getText().replace(/\s+/g, " "));
    typescript.forEachChild(node, visit);
  };
  visit(typescript.createSourceFile(file, source, typescript.ScriptTarget.Latest, true));
  return found;
}

/** "safe", or the checker's finding. */
export type Verdict = string;
const UNKNOWN = "unknown";

/** Returns expressions that are neither safe nor explained, and explanations that are not needed. */
export function expressionProblems(
  expressions: readonly Expression[],
  verdictOf: (text: string) => Verdict,
  { explained }: ExpressionList,
): string[] {
  const unsafe = expressions
    .map((expression) => ({ ...expression, verdict: verdictOf(expression.text) }))
    .filter(({ verdict }) => verdict !== "safe");
  const missing = unsafe.flatMap(({ text, files, verdict }) => {
    const own = explained.filter(({ expression }) => expression === text).flatMap((each) => each.files);
    return files.filter((file) => !own.includes(file)).map((file) => `${file}: ${text} is ${verdict}`);
  });
  const needless = explained.flatMap(({ expression, files }) => {
    const used = unsafe.find(({ text }) => text === expression)?.files ?? [];
    return files
      .filter((file) => !used.includes(file))
      .map((file) => `${file}: ${expression} is explained, but no longer needs to be`);
  });
  return [...missing, ...needless];
}

/** This is enough for one expression, unless the machine is much too busy. */
const DEADLINE_MS = 60_000;

/** Returns recheck's verdicts, which take long and are therefore cached in a file. */
export async function verdicts(expressions: readonly Expression[], cache: string): Promise<(text: string) => Verdict> {
  const stored = existsSync(cache) ? z.record(z.string()).parse(JSON.parse(readFileSync(cache, "utf8"))) : {};
  const known: Record<string, Verdict> = {};
  for (const { text } of expressions) {
    const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
    if (source === undefined || flags === undefined) continue;
    known[text] = stored[text] ?? verdictOf(await check(source, flags, { ...UNTIMED, timeout: DEADLINE_MS }));
  }
  mkdirSync(join(cache, ".."), { recursive: true });
  writeFileSync(
    cache,
    JSON.stringify(Object.fromEntries(Object.entries(known).filter(([, found]) => found !== UNKNOWN))),
  );
  return (text) => known[text] ?? "built at run time: explain its possible values";
}

/** The checker's steps end after an amount of work instead of a time, so that verdicts do not depend on the machine. */
const UNTIMED = { attackTimeout: null, incubationTimeout: null, mutationTimeout: null, seedingTimeout: null } as const;

function verdictOf({ status, complexity }: { status: string; complexity?: { summary: string } }): Verdict {
  return status === "vulnerable" ? (complexity?.summary ?? status) : status;
}
