import { z } from "zod";
import type { Locale } from "~server/locale";
import { isObject, readJson } from "./answer";
import { wholeNumber, type Read } from "./readers";

/** The shapes of the platform's answers (behaviour 3.22, 3.23, 7.9), put together from readers of single values. */

/** More items than any list of the platform has (countries: about 240). */
const LIST_MAX = 2_000;

function isAbsent(value: unknown): boolean {
  return value == null || (typeof value === "string" && value.trim() === "");
}

function make<T>(read: Read<T>) {
  return (value: unknown, context: z.RefinementCtx): T => {
    const made = read(value);
    if (made !== undefined) return made;
    context.addIssue({ code: "custom", message: "unreadable" });
    return z.NEVER;
  };
}

/** What is read of an answer of which only the code counts. */
export const nothing = z.unknown().transform(() => undefined);

/** A part without which the answer is of no use: missing or malformed, it refuses the answer. */
export function required<T>(read: Read<T>) {
  return z.unknown().transform(make(read));
}

/** A part that may be missing (also null or blank), but refuses the answer when malformed: money, limits. */
export function optional<T>(read: Read<T>) {
  const strict = make(read);
  return z.unknown().transform((value, context) => (isAbsent(value) ? undefined : strict(value, context)));
}

/** A part that reads as missing when malformed: only where neither money nor a rule depends on it. */
export function lenient<T>(read: Read<T>) {
  return z.unknown().transform(read);
}

/**
 * An object of the platform, under this house's names.
 *
 * @param shape our name → how the part is read
 * @param names our name → the platform's, where they differ
 */
export function fields<S extends z.ZodRawShape>(shape: S, names: { readonly [Name in keyof S]?: string } = {}) {
  const ours = Object.keys(shape);
  return z
    .custom<Record<string, unknown>>(isObject)
    .transform((sent) =>
      Object.fromEntries(
        ours.map((name) => {
          const theirs = names[name] ?? name;
          return [name, Object.hasOwn(sent, theirs) ? sent[theirs] : undefined];
        }),
      ),
    )
    .pipe(z.object(shape));
}

/** A list whose every item must be readable. */
export function list<S extends z.ZodTypeAny>(item: S) {
  return z.array(item).max(LIST_MAX);
}

/**
 * A list that leaves out what it cannot read: pictures, countries and other parts that no money depends on. A list of
 * which nothing can be read is refused.
 */
export function tolerantList<S extends z.ZodTypeAny>(item: S) {
  return list(z.unknown()).transform((sent, context): z.output<S>[] => {
    const results = sent.map((value) => item.safeParse(value) as z.SafeParseReturnType<unknown, z.output<S>>);
    const read = results.flatMap((result) => (result.success ? [result.data] : []));
    if (sent.length > 0 && read.length === 0) context.addIssue({ code: "custom", message: "nothing readable" });
    return read;
  });
}

/** A page of a list with the count of all its items; the list may be missing only when the count is 0. */
export function counted<S extends z.ZodTypeAny>(name: string, item: S) {
  return fields({ count: required(wholeNumber), items: list(item).nullish() }, { items: name })
    .refine(({ count, items }) => items != null || count === 0, "a count without its list")
    .transform(({ count, items }) => ({ count, items: items ?? [] }));
}

/** A schema for each locale, made once: some texts arrive in both. */
export function perLocale<T>(make: (locale: Locale) => T): Readonly<Record<Locale, T>> {
  return { el_GR: make("el_GR"), en_US: make("en_US") };
}

/**
 * The part of a per-locale value (behaviour 3.22): an object by locale, a JSON string of one, or the value
 * itself; the other locale's when this one's is missing.
 */
export function inLocale(value: unknown, locale: Locale): unknown {
  const unpacked = typeof value === "string" && value.trimStart().startsWith("{") ? readJson(value) : value;
  if (!isObject(unpacked)) return value;
  const other: Locale = locale === "el_GR" ? "en_US" : "el_GR";
  const present = [locale, other].filter((name) => Object.hasOwn(unpacked, name));
  if (present.length === 0) return value;
  return present.map((name) => unpacked[name]).find((part) => !isAbsent(part));
}

/** A list, or the JSON string of one. */
export function unpackedList(value: unknown): readonly unknown[] | undefined {
  const unpacked = typeof value === "string" && value.trimStart().startsWith("[") ? readJson(value) : value;
  return Array.isArray(unpacked) && unpacked.length <= LIST_MAX ? (unpacked as unknown[]) : undefined;
}

/**
 * What `common/kv` holds under a key (behaviour 7.9): the value itself, an object that holds it under the key, or
 * either as a JSON string.
 */
export function kvValue(data: unknown, key: string): unknown {
  const unpack = (value: unknown) => (typeof value === "string" ? readJson(value) : value);
  const outer = unpack(data);
  return isObject(outer) && Object.hasOwn(outer, key) ? unpack(outer[key]) : outer;
}
