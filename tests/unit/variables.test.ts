import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeEnv, purposeOf, VARIABLES } from "~server/env";
import { withGenerated } from "../support/generated-part";

/** The schema generates the documents that list variables: `npm run test:unit -- variables.test -u` writes them. */

interface Variable {
  name: string;
  description: string;
  /** The default as an operator would type it; empty if there is none. */
  otherwise: string;
  isRequired: boolean;
  /** The allowed words or numbers, if the schema lists them. */
  values: string;
}

function variableOf([name, schema]: [string, z.ZodTypeAny]): Variable {
  let inner = schema;
  let otherwise: unknown = "";
  while (!(inner instanceof z.ZodString || inner instanceof z.ZodNumber || inner instanceof z.ZodEnum)) {
    if (inner instanceof z.ZodDefault) otherwise = (inner._def.defaultValue as () => unknown)();
    if (inner instanceof z.ZodEffects) inner = inner.innerType() as z.ZodTypeAny;
    else if (inner instanceof z.ZodDefault) inner = inner.removeDefault() as z.ZodTypeAny;
    else if (inner instanceof z.ZodOptional) inner = inner.unwrap() as z.ZodTypeAny;
    else throw new Error(`${name} has a schema of another kind.`);
  }
  return {
    name,
    description: schema.description ?? "",
    otherwise: String(otherwise),
    isRequired: !schema.isOptional(),
    values: valuesOf(inner),
  };
}

function valuesOf(schema: z.ZodTypeAny): string {
  if (schema instanceof z.ZodNumber) return `${schema.minValue} to ${schema.maxValue}`;
  if (!(schema instanceof z.ZodEnum)) return "";
  const words = schema.options as string[];
  // Other spellings of `on` and `off` are accepted, but not documented.
  return (words.includes("on") ? ["on", "off"] : words).join(", ");
}

const sections = Object.entries(VARIABLES).map(([heading, schemas]) => ({
  heading,
  variables: Object.entries(schemas).map(variableOf),
}));

test("every variable is in a section and has a description", () => {
  const all = sections.flatMap(({ variables }) => variables);
  const used = describeEnv({
    PUBLIC_ORIGIN: "https://m.example.com",
    UPSTREAM_URL: "https://upstream.example",
    SESSION_SECRET: "s".repeat(32),
  });
  expect(all.map(({ name }) => name)).toEqual(used.split("\n").map((line) => line.split("=")[0]));
  expect(all.filter(({ description }) => !description.endsWith(".")).map(({ name }) => name)).toEqual([]);
});

const chapters = readdirSync(new URL("../../docs/behaviour", import.meta.url));

/** A text for docs/operate, with links instead of citations. */
function linked(text: string): string {
  return text
    .replace(/behaviour ((\d+)\.\d+)/g, (citation, rule: string, chapter: string) => {
      const file = chapters.find((name) => name.startsWith(`${chapter.padStart(2, "0")}-`));
      return `[${citation}](../behaviour/${file}#${rule})`;
    })
    .replace(/decision (\d{4})/g, (citation, number: string) => `[${citation}](../change/decisions.md#${number})`);
}

test("docs/operate/environment.md lists the variables", async () => {
  const parts = sections.map(({ heading, variables }) => {
    const lines = variables.map(({ name, otherwise, values, description }) => {
      const facts = [otherwise && `default \`${otherwise}\``, values].filter(Boolean).join("; ");
      return `- \`${name}\`${facts && ` (${facts})`}: ${linked(description)}`;
    });
    return `## ${heading}\n\n${lines.join("\n")}`;
  });
  const made = { source: "server/env.ts", test: "variables.test" };
  const document = withGenerated("docs/operate/environment.md", made, parts.join("\n\n"));
  await expect(document).toMatchFileSnapshot("../../docs/operate/environment.md");
});

/** A text as lines of a comment. */
function commentOf(text: string): string {
  return text.replace(/(?=\S)(.{1,116})(?:\s+|$)/g, "# $1\n").trimEnd();
}

test(".env.example has every variable that an operator sets", async () => {
  const text = sections
    .filter(({ heading }) => heading !== "Set by systemd")
    .map(({ heading, variables }) =>
      [
        `# ---- ${heading.replaceAll("`", "")} ----`,
        ...variables.map(({ name, otherwise, isRequired, values }) =>
          [
            commentOf(purposeOf(name)),
            ...(values ? [`# Values: ${values}`] : []),
            `${isRequired ? "" : "# "}${name}=${otherwise}`,
          ].join("\n"),
        ),
      ].join("\n\n"),
    );
  const head = [
    "# Every variable of the storefront. Generated from server/env.ts by npm run test:unit -- variables.test -u",
    "# npm start reads them from its environment; this file is not read by itself: set -a; . ./.env; set +a; npm start",
    "# An empty value counts as missing. npm run demo and npm run dev need none of them.",
  ].join("\n");
  await expect(`${[head, ...text].join("\n\n")}\n`).toMatchFileSnapshot("../../.env.example");
});
