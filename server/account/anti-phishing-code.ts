import { z } from "zod";
import { OWN_WORD_AGE_MS, OWN_WORD_MAX_LENGTH, OWN_WORD_MIN_LENGTH } from "~server/constants";
import { says } from "~server/i18n/message";
import { store } from "~server/store/shared";
import { openRecord, recordKey, sealedRecord, type Owner, type RecordKind } from "./sealed-record";

/** Neither control characters nor what changes the direction or the look of what stands beside it. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\u200d ]+$/u;
/** Letters and signs that show nothing. */
const UNSEEN = /[\u115f\u1160\u2800\u3164\uffa0]/u;

/** A word of one's own as it is typed (behaviour 2.114): 2 to 32 printable characters, blanks counted once. */
export const ownWordSchema = z
  .string({ required_error: says("Security.wordRule") })
  .transform((typed) => typed.normalize("NFC").replace(/\s+/gu, " ").trim())
  .refine(
    (word) => {
      const { length } = Array.from(word);
      const fits = length >= OWN_WORD_MIN_LENGTH && length <= OWN_WORD_MAX_LENGTH;
      return fits && PRINTABLE.test(word) && !UNSEEN.test(word) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(word);
    },
    { message: says("Security.wordRule") },
  );

/** The word in the store. */
export const OWN_WORD: RecordKind<string> = { name: "word", ageMs: OWN_WORD_AGE_MS, schema: z.string().min(1) };

/**
 * Keeps an account's word in the place of the one before.
 *
 * @throws what the store throws
 */
export async function keepOwnWord(owner: Owner, word: string): Promise<void> {
  const { value, ageMs } = await sealedRecord(OWN_WORD, owner, word);
  await store().set(recordKey(OWN_WORD, owner), value, ageMs);
}

/**
 * Forgets it.
 *
 * @throws what the store throws
 */
export async function dropOwnWord(owner: Owner): Promise<void> {
  await store().delete(recordKey(OWN_WORD, owner));
}

/** The word; that none is set; that it cannot be opened any more; or that the store does not answer now. */
export type OwnWord = { state: "set"; word: string } | { state: "none" | "unreadable" | "unknown" };

/** The word of what the store holds under its key. */
export async function ownWordOf(owner: Owner, held: string | null | undefined): Promise<OwnWord> {
  const word = await openRecord(OWN_WORD, owner, held);
  if (word === null) return { state: "none" };
  return word === "unreadable" ? { state: "unreadable" } : { state: "set", word };
}

/** The word of an account. Never rejects. */
export function readOwnWord(owner: Owner): Promise<OwnWord> {
  return store()
    .get(recordKey(OWN_WORD, owner))
    .then(
      (held) => ownWordOf(owner, held),
      () => ({ state: "unknown" }),
    );
}
