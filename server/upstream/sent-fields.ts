import { LosslessNumber } from "lossless-json";
import { isObject } from "@storefront/upstream-client/json";

/**
 * A value as the upstream sent it: a number keeps every digit. Null for a missing value, and for a list or an object.
 */
export type SentValue = string | LosslessNumber | boolean | null;

/** Some fields of a row as they were sent, by the upstream's names. */
export type SentFields<Name extends string> = Readonly<Record<Name, SentValue>>;

const isSingle = (value: unknown): value is SentValue =>
  typeof value === "string" || typeof value === "boolean" || value instanceof LosslessNumber;

/**
 * Takes some fields out of a row as they were sent.
 *
 * @param row an item of the upstream's list, of any type
 */
export function sentFields<Name extends string>(row: unknown, names: readonly Name[]): SentFields<Name> {
  const sent = isObject(row) ? row : {};
  const valueOf = (name: Name): SentValue => {
    const value = Object.hasOwn(sent, name) ? sent[name] : null;
    return isSingle(value) ? value : null;
  };
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as SentFields<Name>;
}

/** A value as the text of a cell; empty for none. */
export function cellOf(value: SentValue): string {
  return value instanceof LosslessNumber ? value.value : String(value ?? "");
}
