import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { ageOf } from "~server/age";
import { PUBLIC_FRESH_MS, PUBLIC_STALE_MS } from "~server/constants";
import { tellsHowMany } from "~server/held";
import { notePublicChange } from "./read-scope";

/** The good answers of public reads, by key, as long as there is room (behaviour 3.35). */

/** A good answer. */
export interface Kept {
  value: unknown;
  /** When it was asked for, in milliseconds since 1970: what it says may be as old as that. */
  askedMs: number;
  /** The place of its question among all questions. */
  place: number;
  characters: number;
  digest: string;
}

const ENTRIES_MAX = 1_000;
/** Of all entries together, as JSON: their number alone does not bound the memory, since pages differ in size. */
const CHARACTERS_MAX = 16 * 1024 * 1024;

const kept = new LRUCache<string, Kept>({
  max: ENTRIES_MAX,
  maxSize: CHARACTERS_MAX,
  sizeCalculation: ({ characters }) => characters,
});
tellsHowMany("public answers", () => kept.size);

let places = 0;
/** Answers to questions up to this place are kept no more. */
let forgottenTo = 0;

/** A question that is about to be asked. */
export type Question = Pick<Kept, "askedMs" | "place">;

/** Notes the time and the order of a question. */
export function ask(): Question {
  places += 1;
  return { askedMs: Date.now(), place: places };
}

/** Whether its answer may still be kept, and its failure remembered. */
export function isAwaited({ place }: Question): boolean {
  return place > forgottenTo;
}

/** The last good answer, however old. */
export function lastAnswer(key: string): Kept | undefined {
  return kept.get(key);
}

/** Whether an answer is at most 30 s old. */
export function isFresh({ askedMs }: Kept): boolean {
  return ageOf(askedMs) < PUBLIC_FRESH_MS;
}

/** Whether an answer may still be shown. */
export function isShowable({ askedMs }: Kept): boolean {
  return ageOf(askedMs) <= PUBLIC_STALE_MS;
}

/**
 * Keeps an answer, frozen, since visitors share it; unless one to a later question is kept already.
 *
 * @param isKept false for an answer that only takes room; an earlier one goes then
 */
export function keepAnswer(key: string, value: unknown, question: Question, isKept: boolean): Kept {
  freeze(value);
  const text = JSON.stringify(value ?? null);
  const digest = createHash("sha256").update(text).digest("base64");
  const entry = { ...question, value, characters: text.length, digest };
  const before = kept.peek(key);
  if (!isAwaited(question) || (before && before.place > question.place)) return entry;
  if (isKept) kept.set(key, entry);
  else kept.delete(key);
  // One that was too old to be shown is as good as none: pages were made without it.
  if (!before || !isShowable(before) || before.digest !== digest) notePublicChange(key);
  return entry;
}

/** What was asked for does not exist: it must not be served from here later, when the platform fails. */
export function dropAnswer(key: string): void {
  kept.delete(key);
  notePublicChange(key);
}

/** Forgets the answers whose key contains a text, and those on their way. */
export function forgetAnswers(part: string): void {
  forgottenTo = places;
  for (const key of kept.keys()) {
    if (key.includes(part)) dropAnswer(key);
  }
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}
