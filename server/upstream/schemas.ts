import { z } from "zod";
import { LOCALES, type Locale } from "~/i18n/locales";
import { isObject, readInnerJson } from "@storefront/upstream-client/json";
import { VALUE_MAX_LENGTH, wholeNumber, words, type Read } from "./parsers";

/** Schemas of the upstream's responses, composed of parsers of single values. */

/** Maximum number of items; more would make a page too large for a phone. */
const LIST_MAX = 2_000;
/** An upstream may ignore the page size. Reading 2,000 items in one turn would block the event loop. */
const PAGE_MAX = 1_000;

/** True if a value is missing, null or blank. A text longer than any single value counts as unreadable instead. */
export function isAbsent(value: unknown): boolean {
  return value == null || (typeof value === "string" && value.length <= VALUE_MAX_LENGTH && value.trim() === "");
}

/** Checks only the beginning, because skipping millions of spaces takes milliseconds. */
const opensWith = (text: string, bracket: "{" | "["): boolean =>
  text.slice(0, VALUE_MAX_LENGTH).trimStart().startsWith(bracket);

type ReadPart<T> = (value: unknown, context: z.RefinementCtx) => T;

/** Name of a part that is read from the whole object. */
export const WHOLE = Symbol("the whole object");

type SentName = string | typeof WHOLE;

/** Parsers by schema. Zod allocates a dozen objects for each part, and a response has hundreds of parts. */
const directly = new WeakMap<z.ZodTypeAny, ReadPart<unknown>>();
/** The upstream's names of parts, if they differ from ours. */
const sentNames = new WeakMap<z.ZodTypeAny, SentName>();

function part<T>(read: ReadPart<T>, name?: SentName) {
  const schema = z.unknown().transform(read);
  directly.set(schema, read);
  return name === undefined ? schema : sentAs(name, schema);
}

/** Sets the upstream's name of a part. */
export function sentAs<S extends z.ZodTypeAny>(name: SentName, schema: S): S {
  sentNames.set(schema, name);
  return schema;
}

function strict<T>(read: Read<T>): ReadPart<T> {
  return (value, context) => {
    const made = read(value);
    if (made !== undefined) return made;
    context.addIssue({ code: "custom", message: "unreadable" });
    return z.NEVER;
  };
}

/** A required part. If it is missing or malformed, the response is invalid. `name` is the upstream's own. */
export function required<T>(read: Read<T>, name?: SentName) {
  return part(strict(read), name);
}

/** An optional part; null and blank count as missing. If it is malformed, the response is invalid: money, limits. */
export function optional<T>(read: Read<T>, name?: SentName) {
  const sent = strict(read);
  return part((value, context) => (isAbsent(value) ? undefined : sent(value, context)), name);
}

/** A part that reads as missing if it is malformed. Only for values on which neither money nor a rule depends. */
export function optionalOnError<T>(read: Read<T>, name?: SentName) {
  return part(read, name);
}

const bySchema =
  (schema: z.ZodTypeAny): ReadPart<unknown> =>
  (value, context) => {
    const read = schema.safeParse(value);
    if (!read.success) for (const issue of read.error.issues) context.addIssue(issue);
    return read.data as unknown;
  };

export interface ObservedPart {
  /** The upstream's name of the part. */
  name: string;
  sent: unknown;
  read: unknown;
}

let observer: ((parts: readonly ObservedPart[]) => void) | undefined;

/** Shows the doctor how every object is read, part by part, until it is called with undefined. */
export function observeObjects(observe: typeof observer): void {
  observer = observe;
}

/** Describes an object of the upstream: our name of each part, and its parser. */
export function fields<S extends z.ZodRawShape>(shape: S) {
  const parts = Object.entries(shape).map(
    ([name, schema]) => [name, sentNames.get(schema) ?? name, directly.get(schema) ?? bySchema(schema)] as const,
  );
  // An object that has all its names from the start is faster than one that grows.
  const blank: Record<string, unknown> = Object.fromEntries(parts.map(([ours]) => [ours, undefined]));
  return part((sent, context) => {
    if (!isObject(sent)) {
      context.addIssue({ code: "custom", message: "no object" });
      return z.NEVER;
    }
    const read = { ...blank };
    let reading = "";
    let faults = 0;
    const addIssue = (issue: z.IssueData) => {
      faults += 1;
      context.addIssue({ ...issue, path: [reading, ...(issue.path ?? [])] });
    };
    const observed: ObservedPart[] | undefined = observer && [];
    const within: z.RefinementCtx = { path: context.path, addIssue };
    for (const [ours, theirs, readPart] of parts) {
      reading = ours;
      const value = theirs === WHOLE ? sent : Object.hasOwn(sent, theirs) ? sent[theirs] : undefined;
      const before = faults;
      read[ours] = readPart(value, within);
      if (theirs !== WHOLE)
        observed?.push({ name: theirs, sent: value, read: faults > before ? undefined : read[ours] });
    }
    if (observed) observer?.(observed);
    return read as z.output<z.ZodObject<S>>;
  });
}

export interface Rows<T> {
  items: T[];
  omittedCount: number;
}

/** Reads the first items of a list; counts further and unreadable items as omitted. */
export function readRows<S extends z.ZodTypeAny>(
  item: S,
  sent: readonly unknown[],
  most = LIST_MAX,
): Rows<z.output<S>> {
  const readRow = directly.get(item) ?? bySchema(item);
  const items: z.output<S>[] = [];
  let faults = 0;
  const context: z.RefinementCtx = { path: [], addIssue: () => void (faults += 1) };
  for (const value of sent.slice(0, most)) {
    const before = faults;
    const read = readRow(value, context) as z.output<S>;
    if (faults === before) items.push(read);
  }
  return { items, omittedCount: sent.length - items.length };
}

/** Omits unreadable items, so no money may depend on them. A list without any readable item is invalid. */
export function tolerantList<S extends z.ZodTypeAny>(item: S) {
  return z.array(z.unknown()).transform((sent, context): z.output<S>[] => {
    const { items } = readRows(item, sent);
    if (sent.length > 0 && items.length === 0) context.addIssue({ code: "custom", message: "nothing readable" });
    return items;
  });
}

export interface PageOf {
  page: number;
  pageSize: number;
}

export interface Page<T> extends Rows<T> {
  /** Number of items on all pages: the upstream's count, but at least as many as it has sent. */
  count: number;
  more: boolean;
}

/** Schemas of lists without their items, by name, because making a schema takes longer than using it. */
const lists = new Map<string, ReturnType<typeof listNamed>>();

const listNamed = (name: string) =>
  fields({ count: optionalOnError(wholeNumber), sent: sentAs(name, z.array(z.unknown()).nullish()) }).refine(
    ({ count, sent }) => sent != null || count === 0,
    "a count without its list",
  );

/**
 * Reads a page of a list with the count of all its items; the list may be missing if that is 0. Without a count, or
 * with one smaller than the page, a full page has a successor. Of a whole list, uses only this page.
 */
export function paginated<S extends z.ZodTypeAny>(name: string, item: S, { page, pageSize }: PageOf) {
  const before = (page - 1) * pageSize;
  const list = lists.get(name) ?? listNamed(name);
  lists.set(name, list);
  return list.transform(({ count, sent }): Page<z.output<S>> => {
    const all = sent ?? [];
    const isWhole = all.length > pageSize && (count === undefined || count <= all.length);
    const rows = isWhole ? all.slice(before, before + pageSize) : all;
    const seen = isWhole ? all.length : rows.length && before + rows.length;
    // A count smaller than the page says nothing about further pages.
    const isFull = (count === undefined || count < rows.length) && !isWhole && rows.length >= pageSize;
    const total = Math.max(count ?? 0, seen);
    const { items, omittedCount } = readRows(item, rows, PAGE_MAX);
    // Items that were counted but not sent count as omitted.
    const unsent = rows.length ? 0 : Math.max(0, Math.min(pageSize, total - before));
    return { items, omittedCount: omittedCount + unsent, count: total, more: total > before + pageSize || isFull };
  });
}

/** URLs can name any number of empty pages, which must not evict real ones. */
export const isCacheablePage =
  (page: number) =>
  ({ items, omittedCount }: Rows<unknown>): boolean =>
    page === 1 || items.length + omittedCount > 0;

/** The upstream's locales for each of ours, best first. Any other locale comes after these. */
const LOCALE_NAMES: Readonly<Record<Locale, readonly string[]>> = {
  el_GR: ["el_gr", "zh_tw", "zh_hk", "zh_cn", "zh", "en_us", "en"],
  en_US: ["en_us", "en"],
};
/** Limits the work for a hostile object. */
const LOCALES_MAX = 50;
/** Objects with more parts. Listing a hostile object's parts again for each field would take as long as reading it. */
const unlocalized = new WeakSet<object>();
const LOCALE_NAME = /^(?:[a-z]{2}[_-][a-z]{2,4}|zh|en)$/i;

/** Other names stay as they are, because replacing the millions of hyphens that one may have takes a second. */
const localeName = (name: string) => (LOCALE_NAME.test(name) ? name.toLowerCase().replace("-", "_") : name);

/** Returns the parts of a value by locale; undefined if no key names a locale and not all parts are texts. */
function partsByLocale(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!isObject(value) || unlocalized.has(value)) return undefined;
  const parts = Object.entries(value);
  if (parts.length > LOCALES_MAX) {
    unlocalized.add(value);
    return undefined;
  }
  const areTexts = parts.every(([, part]) => part === null || typeof part === "string");
  if (!areTexts && !parts.some(([name]) => LOCALE_NAME.test(name))) return undefined;
  return new Map(parts.map(([name, part]) => [localeName(name), part]));
}

const localeParts = (value: unknown) =>
  partsByLocale(typeof value === "string" && opensWith(value, "{") ? readInnerJson(value) : value);

/** Returns every part of a per-locale value; undefined for any other value. */
export function inEveryLocale(value: unknown): unknown[] | undefined {
  const parts = localeParts(value);
  return parts && [...parts.values()];
}

/** Returns the part of a per-locale value or its JSON string (another locale's if missing), or the value itself. */
export function inLocale(value: unknown, locale: Locale): unknown {
  const parts = localeParts(value);
  if (!parts) return value;
  const best = LOCALE_NAMES[locale].map((name) => parts.get(name));
  return [...best, ...parts.values()].find((part) => !isAbsent(part));
}

/** Reads one line of text in the visitor's language, with its HTML entities decoded. */
export function oneLine(most: number, locale: Locale = LOCALES[0]): Read<string> {
  const read = words(most);
  return (value) => read(inLocale(value, locale));
}

/** Returns a list, or parses the JSON string of one. */
export function unpackedList(value: unknown): readonly unknown[] | undefined {
  const unpacked = typeof value === "string" && opensWith(value, "[") ? readInnerJson(value) : value;
  return Array.isArray(unpacked) ? (unpacked as unknown[]).slice(0, LIST_MAX) : undefined;
}

/** Returns the value of `common/kv`: itself, an object with the value under the key, or either as a JSON string. */
export function kvValue(data: unknown, key: string): unknown {
  const unpack = (value: unknown) => (typeof value === "string" ? readInnerJson(value) : value);
  const outer = unpack(data);
  return isObject(outer) && Object.hasOwn(outer, key) ? unpack(outer[key]) : outer;
}
