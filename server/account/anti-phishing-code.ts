import { z } from "zod";
import { messageKey } from "~server/i18n/message";
import { store } from "~server/store/shared";
import type { Owner } from "~server/session/owner";
import { openRecord, recordKey, sealedRecord, type RecordKind } from "./sealed-record";

/** The code's TTL, and its length in characters as people count them. */
const ANTI_PHISHING_CODE_AGE_MS = 3 * 365 * 24 * 60 * 60_000;
const ANTI_PHISHING_CODE_MIN_LENGTH = 2;
const ANTI_PHISHING_CODE_MAX_LENGTH = 32;

/** Neither control characters nor characters that change the direction or the look of adjacent text. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\u200d ]+$/u;
/** Invisible letters and signs. */
const UNSEEN = /[\u115f\u1160\u2800\u3164\uffa0]/u;

/**
 * The anti-phishing code, which pages call the own word, as it is typed (behaviour 2.114): 2 to 32 printable
 * characters, blanks counted once.
 */
export const antiPhishingCodeSchema = z
  .string({ required_error: messageKey("Security.wordRule") })
  .transform((typed) => typed.normalize("NFC").replace(/\s+/gu, " ").trim())
  .refine(
    (word) => {
      const { length } = Array.from(word);
      const fits = length >= ANTI_PHISHING_CODE_MIN_LENGTH && length <= ANTI_PHISHING_CODE_MAX_LENGTH;
      return fits && PRINTABLE.test(word) && !UNSEEN.test(word) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(word);
    },
    { message: messageKey("Security.wordRule") },
  );

/** Its record in the store. */
export const ANTI_PHISHING_CODE: RecordKind<string> = {
  name: "word",
  ageMs: ANTI_PHISHING_CODE_AGE_MS,
  schema: z.string().min(1),
};

/**
 * Sets an account's code, replacing the previous one.
 *
 * @throws what the store throws
 */
export async function setAntiPhishingCode(owner: Owner, word: string): Promise<void> {
  const { value, ageMs } = await sealedRecord(ANTI_PHISHING_CODE, owner, word);
  await store().set(recordKey(ANTI_PHISHING_CODE, owner), value, ageMs);
}

/**
 * Deletes it.
 *
 * @throws what the store throws
 */
export async function deleteAntiPhishingCode(owner: Owner): Promise<void> {
  await store().delete(recordKey(ANTI_PHISHING_CODE, owner));
}

/** The code; or that none is set, that it can no longer be opened, or that the store does not respond now. */
export type AntiPhishingCode = { state: "set"; word: string } | { state: "none" | "unreadable" | "unknown" };

/** Reads the code from the stored text. */
export async function antiPhishingCodeOf(owner: Owner, stored: string | null | undefined): Promise<AntiPhishingCode> {
  const word = await openRecord(ANTI_PHISHING_CODE, owner, stored);
  if (word === null) return { state: "none" };
  return word === "unreadable" ? { state: "unreadable" } : { state: "set", word };
}

/** Reads the code of an account. Never rejects. */
export function readAntiPhishingCode(owner: Owner): Promise<AntiPhishingCode> {
  return store()
    .get(recordKey(ANTI_PHISHING_CODE, owner))
    .then(
      (stored) => antiPhishingCodeOf(owner, stored),
      () => ({ state: "unknown" }),
    );
}
