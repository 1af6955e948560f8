import { LosslessNumber } from "lossless-json";
import { z } from "zod";
import { isObject } from "@storefront/upstream-client/json";

/** A value as sent; a number keeps every digit. Null for a missing value, a list or an object. */
export type SentValue = string | LosslessNumber | boolean | null;

export type SentFields<Name extends string> = Readonly<Record<Name, SentValue>>;

const isSingle = (value: unknown): value is SentValue =>
  typeof value === "string" || typeof value === "boolean" || value instanceof LosslessNumber;

function sentFields<Name extends string>(row: unknown, names: readonly Name[]): SentFields<Name> {
  const sent = isObject(row) ? row : {};
  const valueOf = (name: Name): SentValue => {
    const value = Object.hasOwn(sent, name) ? sent[name] : null;
    return isSingle(value) ? value : null;
  };
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as SentFields<Name>;
}

/** A row as sent, and as read; `read` is undefined if the row is unreadable. */
export interface SentRow<Row, Name extends string> {
  sent: SentFields<Name>;
  read?: Row | undefined;
}

/** Reads a row and adds some fields as they were sent. Never rejects a row. */
export function sentRow<Row, Name extends string>(
  row: z.ZodType<Row, z.ZodTypeDef, unknown>,
  names: readonly Name[],
): z.ZodType<SentRow<Row, Name>, z.ZodTypeDef, unknown> {
  return z.unknown().transform((sent) => ({ sent: sentFields(sent, names), read: row.safeParse(sent).data }));
}

export function cellOf(value: SentValue): string {
  return value instanceof LosslessNumber ? value.value : String(value ?? "");
}
