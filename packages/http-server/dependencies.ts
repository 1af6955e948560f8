import { ageOf } from "@storefront/resilience/age";

/**
 * Whether something that the process depends on answers, and what there is to say about it. Anybody can read the note:
 * it holds no address, nothing of a visitor.
 */
export interface Condition {
  ok: boolean;
  note?: string;
}

/** Asks what the process depends on how it is, by name. */
export type Dependencies<Name extends string = string> = () => Promise<Record<Name, Condition>>;

/** How long a condition is remembered, and how long one is waited for. */
const PROBE_MEMORY_MS = 1_000;
const PROBE_DEADLINE_MS = 500;
/** So long a condition is waited for where none is known. */
const PROBE_PATIENCE_MS = 100;
/** So old a condition may be that is told while the next one is waited for. */
const PROBE_SHOWN_MS = 10_000;

const NO_ANSWER: Condition = { ok: false, note: "no answer yet" };

/**
 * Makes what `/readyz` and the metrics ask. However often they do, each side is asked once a second at most, and nobody
 * waits for a side that hangs. What was known a moment ago is told at once, while the side is asked again: a balancer
 * that waits for 200 ms must not take away every instance because one side is slow.
 *
 * @param probes asks each side; a rejection counts as down
 * @param deadlineMs a side that takes longer counts as down until it answers
 * @returns a function that never rejects
 */
export function watchDependencies<Name extends string>(
  probes: Record<Name, () => Promise<Condition>>,
  deadlineMs = PROBE_DEADLINE_MS,
): Dependencies<Name> {
  const sides = Object.entries<() => Promise<Condition>>(probes).map(
    ([name, probe]) => [name, watched(probe, deadlineMs)] as const,
  );
  return async () =>
    Object.fromEntries(
      await Promise.all(sides.map(async ([name, condition]) => [name, await condition()] as const)),
    ) as Record<Name, Condition>;
}

function watched(probe: () => Promise<Condition>, deadlineMs: number): () => Promise<Condition> {
  let known: { condition: Condition; atMs: number } | undefined;
  let asking: { result: Promise<Condition>; sinceMs: number } | undefined;

  function ask(): { result: Promise<Condition>; sinceMs: number } {
    const response = probe()
      .catch(() => ({ ok: false }))
      .then((condition) => {
        known = { condition, atMs: Date.now() };
        asking = undefined;
        return condition;
      });
    return { result: response, sinceMs: performance.now() };
  }

  return async () => {
    const ageMs = known ? ageOf(known.atMs) : Infinity;
    if (known && ageMs < PROBE_MEMORY_MS) return known.condition;
    asking ??= ask();
    const waitedMs = performance.now() - asking.sinceMs;
    if (waitedMs >= deadlineMs) return NO_ANSWER;
    if (known && ageMs < PROBE_SHOWN_MS) return known.condition;
    return inTime(asking.result, Math.min(PROBE_PATIENCE_MS, deadlineMs - waitedMs));
  };
}

async function inTime(response: Promise<Condition>, ms: number): Promise<Condition> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Condition>((resolve) => {
    timer = setTimeout(() => resolve(NO_ANSWER), ms);
  });
  try {
    return await Promise.race([response, late]);
  } finally {
    clearTimeout(timer);
  }
}
