import type { z } from "zod";
import { open, seal } from "~server/crypto/keys";
import { formerKey, ownerKey, ownerKeys, type Owner } from "~server/session/owner";
import { store } from "~server/store/shared";
import type { Entry } from "@storefront/store/store";

/**
 * Records that this shop stores about an account: for each kind one sealed text with a TTL, under a digest of the
 * owner. The sealed text names kind and owner, so that an attacker who can write to the store cannot give one account
 * the record of another.
 */
export interface RecordKind<Value> {
  /** The kind of its key in the store. */
  name: "signins" | "word" | "identity";
  /** The TTL after it was written, in milliseconds. */
  ageMs: number;
  schema: z.ZodType<Value, z.ZodTypeDef, unknown>;
}

/** Seals a value into the store entry for the owner's key. */
export async function sealedRecord<Value>(kind: RecordKind<Value>, owner: Owner, value: Value): Promise<Entry> {
  const { ageMs } = kind;
  return { value: await seal("record", { of: ownerKey(kind.name, owner), value }, ageMs), ageMs };
}

/** A record as it is read: null without one; "unreadable" where it cannot be opened. */
export type Opened<Value> = Value | "unreadable" | null;

/**
 * Opens the texts stored under `ownerKeys`.
 *
 * @returns the owner's record; "unreadable" where the secret has changed since, and where there is only one of an
 *   earlier version that may be another account's
 */
export async function openRecord<Value>(
  kind: RecordKind<Value>,
  owner: Owner,
  [own, former]: readonly (string | null | undefined)[],
): Promise<Opened<Value>> {
  if (own || !former) return openText(kind, ownerKey(kind.name, owner), own);
  return owner.sharesFormerName ? "unreadable" : openText(kind, formerKey(kind.name, owner), former);
}

/** Opens the text stored under one key. */
export async function openText<Value>(
  kind: RecordKind<Value>,
  key: string,
  sealed: string | null | undefined,
): Promise<Opened<Value>> {
  if (!sealed) return null;
  const opened = (await open("record", sealed)) as { of?: unknown; value?: unknown } | null;
  if (opened?.of !== key) return "unreadable";
  return kind.schema.safeParse(opened.value).data ?? "unreadable";
}

/**
 * Stores a record; null deletes it. One of an earlier version is deleted.
 *
 * @throws what the store throws
 */
export async function writeRecord<Value>(kind: RecordKind<Value>, owner: Owner, value: Value | null): Promise<void> {
  const [own, former] = ownerKeys(kind.name, owner);
  const entry = value === null ? null : await sealedRecord(kind, owner, value);
  await store().commit({ write: { [own]: entry, [former]: null } });
}
