import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import type * as Forms from "~server/forms/form";
import type { FormOptions, SchemaContext, SessionMode } from "~server/forms/form-options";
import { checkQuantity } from "~server/purchase/quantity";
import { authenticatorCode } from "~server/forms/field-rules";
import { readCountry } from "~server/identity/countries";
import { readDetails } from "~server/identity/details";
import { readAreaCode } from "~server/contact/area-codes";
import { accountKey } from "~server/store/attempt-limit";
import { safePath } from "~server/session/redirects";
import { LOCALES } from "~server/i18n/locale";

/**
 * No character takes the rules of a field longer than a letter does. The rules get texts of 60 kB here, although
 * `readForm` gives them 8,192 characters: what grows with the square of the length is found.
 */

const captured = vi.hoisted(() => [] as unknown[]);
vi.mock("~server/forms/form", async (original) => {
  const module = await original<typeof Forms>();
  const formAction: typeof module.formAction = (options) => {
    captured.push(options);
    return module.formAction(options);
  };
  return { ...module, formAction };
});

const ROOT = new URL("../../../", import.meta.url);
const DEFINING = /\b(?:formAction|choosePlans)\(/g;

/** The source files that make an action of a form. */
const sources = readdirSync(new URL("app/routes", ROOT), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  .filter(({ text }) => text.match(DEFINING));

for (const { file } of sources) await import(/* @vite-ignore */ file);
const forms = captured as FormOptions<z.ZodTypeAny, SessionMode>[];

const CHARACTERS: [name: string, character: string][] = [
  ...["-", " ", ".", "@", "+", "/", "A", '"', "<", "&", "\t", "\n", "\r", "0", ",", "=", "%", "(", "_"].map(
    (character): [string, string] => [JSON.stringify(character), character],
  ),
  ["a no-break space", "\u00a0"],
  ["a zero-width space", "\u200b"],
  ["a full-width digit", "\uff11"],
  ["an emoji", "😀"],
  ["a combining mark", "\u0301"],
  ["the replacement character", "\ufffd"],
  ["a dash", "\u2014"],
  ["half of a pair", "\ud83d"],
  ["a mark of direction", "\u202e"],
  ["a letter that is three in NFKC", "\u3300"],
  ["an ideographic full stop", "。"],
];
const LENGTH = 60_000;
/** Alone, and between letters: the end of a run is then not the end of the text. */
const texts = (character: string) => {
  const run = character.repeat(LENGTH / character.length);
  return [run, `A${run}A`, `1${run}`, `a@${run}`];
};

/** What is not worth comparing; what grows with the square of the length takes seconds. */
const SHORT_MS = 300;
const FACTOR = 20;

/** The time of the processor: on a busy machine it is the same. */
function durationMs(run: (text: string) => unknown, character: string): number {
  const before = process.cpuUsage();
  for (const text of texts(character)) run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The names of the characters that take far longer than letters. */
function slowOnes(run: (text: string) => unknown): string[] {
  const letterMs = durationMs(run, "x");
  return CHARACTERS.filter(([, character]) => durationMs(run, character) > SHORT_MS + FACTOR * letterMs).map(
    ([name]) => name,
  );
}

/** Every intent that a route compares with. */
const INTENTS = [
  "",
  ...new Set(sources.flatMap(({ text }) => [...text.matchAll(/intent === "(\w+)"/g)].map(([, name]) => name ?? ""))),
];
const STEPS = ["", "google", "sms", "email"];

/** The schemas of a form, for each of its buttons and steps. */
function schemasOf({ schema }: FormOptions<z.ZodTypeAny, SessionMode>, areaCode: string): z.AnyZodObject[] {
  const form = new FormData();
  form.set("areaCode", areaCode);
  const contexts = INTENTS.flatMap((intent) =>
    STEPS.map((step) => ({
      intent,
      form,
      request: new Request(`http://127.0.0.1/?step=${step}`),
      params: {},
      requestContext: { locale: LOCALES[0] },
    })),
  );
  return [...new Set(contexts.map((context) => schema(context as unknown as SchemaContext)))].filter(
    (one) => one instanceof z.ZodObject,
  ) as z.AnyZodObject[];
}

test("every form of the routes is tried", () => {
  const count = sources.reduce((sum, { text }) => sum + (text.match(DEFINING)?.length ?? 0), 0);
  expect(forms.length).toBe(count);
  expect(count).toBeGreaterThan(15);
});

const fields = forms.flatMap((options) =>
  ["886", "86"].flatMap((areaCode) =>
    schemasOf(options, areaCode).flatMap((schema) =>
      Object.entries(schema.shape as z.ZodRawShape).map(
        ([name, field]) => [`${options.purpose} ${name}`, field] as const,
      ),
    ),
  ),
);
/** Its rule asks the upstream, after `readAreaCode`. */
const ASKS = "enquiry areaCode";
const perField = new Map<string, z.ZodTypeAny[]>();
for (const [name, field] of fields) if (name !== ASKS) perField.set(name, [...(perField.get(name) ?? []), field]);

test.each([...perField])("no character takes the field longer than a letter: %s", (_, rules) => {
  expect(slowOnes((text) => rules[0]?.safeParse(text))).toEqual([]);
  expect(slowOnes((text) => rules.at(-1)?.safeParse(text))).toEqual([]);
});

const countries = await Promise.all(["158", "156"].map((numberCode) => readCountry("en_US", numberCode)));

test.each<[string, (text: string) => unknown]>([
  ...countries.map((country): [string, (text: string) => unknown] => [
    `the details of an identity, ${country?.areaCode}`,
    (text) =>
      country &&
      readDetails(country, {
        userName: text,
        familyName: text,
        name: text,
        certificateType: text,
        certificateNumber: text,
      }),
  ]),
  ["an area code", readAreaCode],
  ["the code of a payment", (text) => authenticatorCode.safeParse(text)],
  ["a quantity", (text) => checkQuantity({ minBuy: "1", maxBuy: "100", stepBuy: "0.5" }, text)],
  ["the key of an account, by which limits count", accountKey],
  ["a path to return to", (text) => safePath(text, "/")],
])("no character takes what a handler reads longer than a letter: %s", (_, read) => {
  expect(slowOnes(read)).toEqual([]);
});
