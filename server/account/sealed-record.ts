import type { z } from "zod";
import { open, seal } from "~server/crypto/keys";
import { ownerKey, type Owner } from "~server/session/owner";
import { store } from "~server/store/shared";
import type { Entry } from "@storefront/store/store";

/**
 * A kind of record about an account. Its encrypted text names kind and owner, so that an attacker with write access to
 * the store cannot give one account another's record.
 */
export interface RecordKind<Value> {
  name: "signins" | "word" | "identity";
  ageMs: number;
  schema: z.ZodType<Value, z.ZodTypeDef, unknown>;
}

export async function sealedRecord<Value>(kind: RecordKind<Value>, owner: Owner, value: Value): Promise<Entry> {
  const { ageMs } = kind;
  return { value: await seal("record", { of: ownerKey(kind.name, owner), value }, ageMs), ageMs };
}

export type Opened<Value> = Value | "unreadable" | null;

/** Decrypts the text stored under `ownerKey`; "unreadable" if the secret has changed or the record is another's. */
export async function openRecord<Value>(
  kind: RecordKind<Value>,
  owner: Owner,
  sealed: string | null | undefined,
): Promise<Opened<Value>> {
  if (!sealed) return null;
  const opened = (await open("record", sealed)) as { of?: unknown; value?: unknown } | null;
  if (opened?.of !== ownerKey(kind.name, owner)) return "unreadable";
  return kind.schema.safeParse(opened.value).data ?? "unreadable";
}

export async function readRecord<Value>(kind: RecordKind<Value>, owner: Owner): Promise<Opened<Value>> {
  return openRecord(kind, owner, await store().get(ownerKey(kind.name, owner)));
}

export async function writeRecord<Value>(kind: RecordKind<Value>, owner: Owner, value: Value | null): Promise<void> {
  const entry = value === null ? null : await sealedRecord(kind, owner, value);
  await store().commit({ write: { [ownerKey(kind.name, owner)]: entry } });
}
