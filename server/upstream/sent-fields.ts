import { LosslessNumber } from "lossless-json";
import { isObject } from "@storefront/upstream-client/json";

/** A value as the platform sent it: a number keeps every digit. Null for none, and for what is no single value. */
export type SentValue = string | LosslessNumber | boolean | null;

/** Some fields of a row as they were sent, by the names of the platform. */
export type SentFields<Name extends string> = Readonly<Record<Name, SentValue>>;

const isSingle = (value: unknown): value is SentValue =>
  typeof value === "string" || typeof value === "boolean" || value instanceof LosslessNumber;

/**
 * Takes some fields out of a row as they were sent.
 *
 * @param row what stands in a list of the platform, whatever it is
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
