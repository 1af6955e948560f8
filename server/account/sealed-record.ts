import type { z } from "zod";
import { open, seal } from "~server/crypto/keys";
import { ownerDigest, type Owner } from "~server/session/owner";
import type { Entry } from "@storefront/store/store";

/**
 * Records that this shop stores about an account: for each kind one sealed text with a TTL, under a digest of the
 * account. The sealed text names kind and account, so that an attacker who can write to the store cannot give one
 * account the record of another.
 */
export interface RecordKind<Value> {
  /** The kind of its key in the store. */
  name: "signins" | "word" | "identity";
  /** The TTL after it was written, in milliseconds. */
  ageMs: number;
  schema: z.ZodType<Value, z.ZodTypeDef, unknown>;
}

/** Where it is in the store. */
export function recordKey({ name }: Pick<RecordKind<unknown>, "name">, owner: Owner): string {
  return `${name}:${ownerDigest(name, owner)}`;
}

/** Seals a value into the store entry for its key. */
export async function sealedRecord<Value>(kind: RecordKind<Value>, owner: Owner, value: Value): Promise<Entry> {
  const { ageMs } = kind;
  return { value: await seal("record", { of: recordKey(kind, owner), value }, ageMs), ageMs };
}

/**
 * Opens the text stored under its key.
 *
 * @returns null without one; "unreadable" where it cannot be opened because the secret has changed since
 */
export async function openRecord<Value>(
  kind: RecordKind<Value>,
  owner: Owner,
  sealed: string | null | undefined,
): Promise<Value | "unreadable" | null> {
  if (!sealed) return null;
  const opened = (await open("record", sealed)) as { of?: unknown; value?: unknown } | null;
  if (opened?.of !== recordKey(kind, owner)) return "unreadable";
  return kind.schema.safeParse(opened.value).data ?? "unreadable";
}
