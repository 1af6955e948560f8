import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ActionFunctionArgs } from "@remix-run/node";
import type * as Forms from "~server/forms/form";
import type { FormOptions, SchemaContext, SessionMode } from "~server/forms/form-options";
import { flowCookie, newFlowId } from "~server/session/flow-session";
import { NETWORK_MAX_BYTES, longDraftBytes } from "~server/session/long-draft";
import { openedLimits, sharedRedis, store } from "~server/store/shared";
import { z } from "zod";
import { hasRedis, useRedis } from "@storefront/test-support/redis";
import { CookieJar, pageRequest } from "../../support/requests";
import { newAddress, readFlow } from "../../support/route-args";
import { sampleOf } from "@storefront/test-support/sample";
import { useStoreIn } from "../../support/store";
import { useUpstream } from "../../support/upstream";
import { validEnquiry } from "../../support/valid-forms";
import { Visitor } from "../../support/visitor";
import { checkQuantity } from "~server/purchase/quantity";
import { authenticatorCode } from "~server/forms/field-rules";
import { readCountry } from "~server/identity/countries";
import { readDetails } from "~server/identity/details";
import { readAreaCode } from "~server/contact/area-codes";
import { accountKey } from "~server/store/attempt-limit";
import { readShared } from "~/routes/LeavingMessage/purpose.server";
import { searchHelp } from "~server/content/help";
import { wordsOf } from "~server/catalogue/plan";
import { safePath } from "~server/session/redirects";
import { LOCALES } from "~server/i18n/locale";

/** For every form of the routes: no input is slow to validate, and strangers cannot fill the store. */

type Options = FormOptions<z.ZodTypeAny, SessionMode>;
type Action = (args: ActionFunctionArgs) => Promise<Response>;

const captured = vi.hoisted(() => [] as { options: unknown; action: unknown }[]);
vi.mock("~server/forms/form", async (original) => {
  const module = await original<typeof Forms>();
  const formAction: typeof module.formAction = (options) => {
    const action = module.formAction(options);
    captured.push({ options, action });
    return action;
  };
  return { ...module, formAction };
});

const redis = await useRedis();
await useUpstream();

const DEFINING = /\b(?:formAction|choosePlans)\(/g;
const ROOT = new URL("../../../", import.meta.url);
const sources = readdirSync(new URL("app/routes", ROOT), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  .filter(({ text }) => text.match(DEFINING));
for (const { file } of sources) await import(/* @vite-ignore */ file);
const forms = captured as { options: Options; action: Action }[];

/** Every intent that a form compares with, the language button, and none. */
const INTENTS = [
  "",
  "language-en_US",
  ...new Set(sources.flatMap(({ text }) => [...text.matchAll(/intent === "(\w+)"/g)].map(([, name]) => name ?? ""))),
];

/*
 * No character makes a field's rules slower than a letter does. `readForm` passes at most 8,192 characters; these tests
 * use 60 kB, which reveals quadratic time.
 */

const CHARACTERS: [name: string, character: string][] = [
  ...["-", " ", ".", "@", "+", "/", "A", '"', "<", "&", "\t", "\n", "\r", "0", ",", "=", "%", "(", "_"].map(
    (character): [string, string] => [JSON.stringify(character), character],
  ),
  ["a no-break space", "\u00a0"],
  ["a zero-width space", "\u200b"],
  ["a full-width digit", "\uff11"],
  ["an emoji", "😀"],
  ["a combining mark", "\u0301"],
  ["combining marks that must be reordered", "\u0344\u0334"],
  ["a combining mark before a kana mark", "\u0301\uff9e"],
  ["the replacement character", "\ufffd"],
  ["a dash", "\u2014"],
  ["half a surrogate pair", "\ud83d"],
  ["a direction mark", "\u202e"],
  ["a character that NFKC expands to three", "\u3300"],
  ["an ideographic full stop", "。"],
];
const LENGTH = 60_000;
/** The run of characters alone and next to letters, since a rule may treat a run at the end of the text differently. */
const texts = (character: string) => {
  const run = character.repeat(LENGTH / character.length);
  return [run, `A${run}A`, `1${run}`, `a@${run}`];
};

/** Ignores shorter times, since quadratic work takes seconds. */
const SHORT_MS = 300;
const FACTOR = 20;

/** CPU time, which does not depend on the machine's load. */
function durationMs(run: (text: string) => unknown, character: string): number {
  const before = process.cpuUsage();
  for (const text of texts(character)) run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The names of characters that take far longer than letters; `npm test` tries a different sixth for each field. */
function slowOnes(at: number, run: (text: string) => unknown): string[] {
  const letterMs = durationMs(run, "x");
  return sampleOf(CHARACTERS, 6, at)
    .filter(([, character]) => durationMs(run, character) > SHORT_MS + FACTOR * letterMs)
    .map(([name]) => name);
}

const STEPS = ["", "google", "sms", "email"];

/** A form's schemas for all intents and steps. */
function schemasOf({ schema }: Options, areaCode: string): z.AnyZodObject[] {
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

test("this file covers every form of the routes", () => {
  const count = sources.reduce((sum, { text }) => sum + (text.match(DEFINING)?.length ?? 0), 0);
  expect(forms.length).toBe(count);
  expect(count).toBeGreaterThan(15);
});

const fields = forms.flatMap(({ options }) =>
  ["886", "86"].flatMap((areaCode) =>
    schemasOf(options, areaCode).flatMap((schema) =>
      Object.entries(schema.shape as z.ZodRawShape).map(
        ([name, field]) => [`${options.purpose} ${name}`, field] as const,
      ),
    ),
  ),
);
/** The rule of this field calls the upstream, so `readAreaCode` is tested instead. */
const ASKS = "enquiry areaCode";
const perField = new Map<string, z.ZodTypeAny[]>();
for (const [name, field] of fields) if (name !== ASKS) perField.set(name, [...(perField.get(name) ?? []), field]);

const inTurn = [...perField].map(([name, rules], at) => [name, at, rules] as const);
test.each(inTurn)("no character makes validation slower than a letter: %s", (_, at, rules) => {
  for (const rule of new Set([rules[0], rules.at(-1)])) {
    expect(slowOnes(at, (text) => rule?.safeParse(text))).toEqual([]);
  }
});

const countries = await Promise.all(["158", "156"].map((numberCode) => readCountry("en_US", numberCode)));

const parsers: [string, (text: string) => unknown][] = [
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
  ["a return path", (text) => safePath(text, "/")],
  ["a text shared by another app", (text) => readShared(new URLSearchParams({ text }))],
  ["the words of a search of the market", wordsOf],
  ["the words of a search of the help", (text) => searchHelp("en_US", text)],
];

test.each(parsers.map(([name, read], at) => [name, at, read] as const))(
  "no character makes a handler's parsing slower than a letter: %s",
  (_, at, read) => {
    expect(slowOnes(at, read)).toEqual([]);
  },
);

test("only one server module normalises text", () => {
  const folders = ["server", "packages", "app/routes"].map((folder) => new URL(folder, ROOT));
  const normalising = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(({ name }) => /(?<!\.test)\.tsx?$/.test(name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => !file.includes("node_modules") && /\.normalize\(/.test(readFileSync(file, "utf8")));
  // The catalogue also folds normalised text.
  expect(normalising.map((file) => file.split("/").at(-1)).sort()).toEqual(["normalized.ts", "plan.ts"]);
});

/** Pseudo-random text, which does not compress. */
function longText(length: number): string {
  let seed = 7;
  const characters = Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(0x4e00 + (seed % 20_000));
  });
  return characters.join("");
}

const LONG = longText(2_048);
/** Almost the maximum size of a form. */
const MADE_UP = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`madeUp${at}`, LONG]));

async function post(
  { options, action }: (typeof forms)[number],
  fields: Record<string, string>,
  { cookies = new CookieJar(), address = newAddress() } = {},
): Promise<Response> {
  // A product of the sandbox, and a return target of maximum length.
  const url = `/Index/Home?redirectTo=${encodeURIComponent(`/Help?${"x".repeat(490)}`)}`;
  const visitor = new Visitor({ action }, null, address, cookies);
  return visitor.postOf(options.purpose, url, fields, { params: { id: "1001" } });
}

/** The bytes of each entry in the store, by its key. */
async function stored(): Promise<Map<string, number>> {
  await store().get("opens:it");
  const connection = sharedRedis();
  if (connection) {
    const keys = await connection.keys("storefront:*");
    const sizes = await Promise.all(keys.map((key) => connection.strlen(key).catch(() => 0)));
    return new Map(keys.map((key, at) => [key.replace("storefront:", ""), sizes[at] ?? 0]));
  }
  const rows = openedLimits().fileLimits?.prepare("SELECT key, length(value) AS bytes FROM entries").all();
  return new Map((rows as { key: string; bytes: number }[]).map(({ key, bytes }) => [key, bytes]));
}

const ENTRY_MAX_BYTES = 2_048;

/** A value for each declared field, longer than its maximum. */
const overlong = ({ options }: (typeof forms)[number]) =>
  Object.fromEntries(
    Object.entries(options.draftFields ?? {}).map(([field, most]) => [field, LONG.slice(0, most + 40)]),
  );

describe.each([
  ["the file", undefined],
  ["Redis", redis?.url],
])("in %s", (name, url) => {
  beforeEach(() => useStoreIn(url));
  const perStore = test.skipIf(name === "Redis" && !hasRedis);

  perStore("made-up fields and long values of strangers store at most a few bytes, in every form", async () => {
    for (const [at, form] of forms.entries()) {
      const fields = { ...overlong(form), ...MADE_UP };
      for (const intent of sampleOf(INTENTS, 8, at)) {
        const address = newAddress();
        for (let round = 0; round < 2; round += 1) await post(form, { intent, ...fields }, { address });
      }
    }
    const entries = await stored();
    expect([...entries].filter(([, bytes]) => bytes > ENTRY_MAX_BYTES)).toEqual([]);
    expect([...entries.keys()].filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  perStore("an enquiry sent with full drafts of other forms stores none of them", async () => {
    const byPurpose = (purpose: string) => {
      const found = forms.find(({ options }) => options.purpose === purpose);
      if (!found) throw new Error(purpose);
      return found;
    };
    const cookies = new CookieJar();
    for (const form of forms.filter(({ options }) => options.ownLanguageButton)) {
      const declared = Object.entries(form.options.draftFields ?? {});
      const typed = Object.fromEntries(declared.map(([field, most]) => [field, longText(most)]));
      await post(form, { ...typed, intent: "language" }, { cookies });
    }
    expect(cookies.get("flow")?.length).toBeGreaterThan(1_500);
    const enquiry = validEnquiry({ message: LONG.slice(0, 900) });
    const sent = await post(byPurpose("enquiry"), enquiry, { cookies });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, expect.stringContaining("step=sent")]);
    const replays = [...(await stored())].filter(([key]) => key.startsWith("replay:"));
    expect(replays).toHaveLength(1);
    expect(replays[0]?.[1]).toBeLessThan(ENTRY_MAX_BYTES);
  });
});

test("long drafts in memory have a budget per network", async () => {
  const form = forms.find(({ options }) => options.purpose === "enquiry");
  if (!form) throw new Error("no enquiry");
  const address = newAddress();
  const before = longDraftBytes().networkBytes.length;
  for (let round = 0; round < 60; round += 1)
    await post(form, { message: LONG, intent: "language", ...MADE_UP }, { address });
  const { networkBytes } = longDraftBytes();
  expect(networkBytes).toHaveLength(before + 1);
  expect(Math.max(...networkBytes)).toBeLessThanOrEqual(NETWORK_MAX_BYTES);
  expect(Math.max(...networkBytes)).toBeGreaterThan(NETWORK_MAX_BYTES / 2);
});

test("exactly the declared values come back, each cut to its maximum", async () => {
  for (const form of forms.filter(({ options }) => options.ownLanguageButton)) {
    const { purpose, draftFields = {} } = form.options;
    const cookies = new CookieJar();
    await post(form, { ...overlong(form), intent: "language", ...MADE_UP }, { cookies });
    const flow = await readFlow(pageRequest("/Index/Home", { cookies }));
    expect(flow.draft).toEqual({
      [purpose]: Object.fromEntries(Object.entries(draftFields).map(([field, most]) => [field, LONG.slice(0, most)])),
    });
  }
});

test("another or restarted instance has all values except the longest", async () => {
  const enquiry = { name: "王小明", tel: "912345678" };
  const cookie = await flowCookie({ id: newFlowId("198.51.100.2"), draft: { enquiry: { ...enquiry, message: LONG } } });
  const page = pageRequest("/", { cookies: new CookieJar().take(cookie) });
  expect((await readFlow(page)).draft).toEqual({ enquiry: { ...enquiry, message: LONG } });
  vi.resetModules();
  const there = await import("~server/session/flow-session");
  expect((await there.storedFlow(page))?.draft).toEqual({ enquiry });
});
