import { z } from "zod";
import { logProgramError } from "@storefront/observability/log";
import type { Locale } from "~server/i18n/locale";
import { messageKey } from "~server/i18n/message";
import { normalized } from "~server/normalized";
import type { Owner } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { getText } from "~server/texts/text";
import { ownerOf } from "./owner-of";
import { openRecord, readRecord, writeRecord, type Opened, type RecordKind } from "./sealed-record";

const ANTI_PHISHING_CODE_AGE_MS = 3 * 365 * 24 * 60 * 60_000;
const ANTI_PHISHING_CODE_MIN_LENGTH = 2;
const ANTI_PHISHING_CODE_MAX_LENGTH = 32;

/** Excludes control characters and characters that change the direction or look of adjacent text. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\u200d ]+$/u;
const UNSEEN = /[\u115f\u1160\u2800\u3164\uffa0]/u;

/** Accepts 2 to 32 characters, at least two of them visible. */
export const antiPhishingCodeSchema = z
  .string({ required_error: messageKey("Security.wordRule") })
  .transform((typed) => normalized(typed, "NFC").replace(/\s+/gu, " ").trim())
  .refine(
    (word) => {
      const seen = Array.from(word.replace(/\p{DI}/gu, "")).length;
      const fits = seen >= ANTI_PHISHING_CODE_MIN_LENGTH && Array.from(word).length <= ANTI_PHISHING_CODE_MAX_LENGTH;
      return fits && PRINTABLE.test(word) && !UNSEEN.test(word) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(word);
    },
    { message: messageKey("Security.wordRule") },
  );

export const ANTI_PHISHING_CODE: RecordKind<string> = {
  name: "word",
  ageMs: ANTI_PHISHING_CODE_AGE_MS,
  schema: z.string().min(1),
};

export async function setAntiPhishingCode(session: Session, word: string | null): Promise<void> {
  await writeRecord(ANTI_PHISHING_CODE, await ownerOf(session), word);
}

/** `unreadable`: the stored code cannot be decrypted; `unknown`: the store cannot be read now. */
export type AntiPhishingCode = { state: "set"; word: string } | { state: "none" | "unreadable" | "unknown" };

export async function openAntiPhishingCode(owner: Owner, stored: string | null | undefined): Promise<AntiPhishingCode> {
  return stateOf(await openRecord(ANTI_PHISHING_CODE, owner, stored));
}

function stateOf(word: Opened<string>): AntiPhishingCode {
  if (word === null) return { state: "none" };
  return word === "unreadable" ? { state: "unreadable" } : { state: "set", word };
}

export async function readAntiPhishingCode(session: Session): Promise<AntiPhishingCode> {
  try {
    return stateOf(await readRecord(ANTI_PHISHING_CODE, await ownerOf(session)));
  } catch (error) {
    logProgramError(error);
    return { state: "unknown" };
  }
}

/** Returns the line that shows the code where money leaves the account; empty if no code is set. */
export async function antiPhishingCodeFor(session: Session, locale: Locale): Promise<[label: string, code: string][]> {
  const own = await readAntiPhishingCode(session);
  const t = getText(locale);
  if (own.state === "none") return [];
  if (own.state === "set") return [[t("Security.wordShown"), own.word]];
  return [[t(own.state === "unknown" ? "Security.wordUnknown" : "Security.wordLost"), ""]];
}
