import { ageOf } from "~server/age";
import { PROBE_DEADLINE_MS, PROBE_MEMORY_MS, PROBE_PATIENCE_MS, PROBE_SHOWN_MS } from "~server/constants";
import type { Condition } from "~server/store/health";

/** Asks the platform and the store how they are. */
export type Dependencies = () => Promise<Record<"platform" | "store", Condition>>;

const NO_ANSWER: Condition = { ok: false, note: "no answer yet" };

/**
 * Makes what `/readyz` and the metrics ask. However often they do, each side is asked once a second at most, and nobody
 * waits for a side that hangs. What was known a moment ago is told at once, while the side is asked again: a balancer
 * that waits for 200 ms must not take away every instance because the platform is slow.
 *
 * @param probes asks each side; a rejection counts as down
 * @param deadlineMs a side that takes longer counts as down until it answers
 * @returns a function that never rejects
 */
export function watchDependencies(
  probes: { platform: () => Promise<Condition>; store: () => Promise<Condition> },
  deadlineMs = PROBE_DEADLINE_MS,
): Dependencies {
  const [platform, store] = [watched(probes.platform, deadlineMs), watched(probes.store, deadlineMs)];
  return async () => {
    const [one, other] = await Promise.all([platform(), store()]);
    return { platform: one, store: other };
  };
}

function watched(probe: () => Promise<Condition>, deadlineMs: number): () => Promise<Condition> {
  let known: { condition: Condition; atMs: number } | undefined;
  let asking: { answer: Promise<Condition>; sinceMs: number } | undefined;

  function ask(): { answer: Promise<Condition>; sinceMs: number } {
    const answer = probe()
      .catch(() => ({ ok: false }))
      .then((condition) => {
        known = { condition, atMs: Date.now() };
        asking = undefined;
        return condition;
      });
    return { answer, sinceMs: performance.now() };
  }

  return async () => {
    const ageMs = known ? ageOf(known.atMs) : Infinity;
    if (known && ageMs < PROBE_MEMORY_MS) return known.condition;
    asking ??= ask();
    const waitedMs = performance.now() - asking.sinceMs;
    if (waitedMs >= deadlineMs) return NO_ANSWER;
    if (known && ageMs < PROBE_SHOWN_MS) return known.condition;
    return inTime(asking.answer, Math.min(PROBE_PATIENCE_MS, deadlineMs - waitedMs));
  };
}

async function inTime(answer: Promise<Condition>, ms: number): Promise<Condition> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Condition>((resolve) => {
    timer = setTimeout(() => resolve(NO_ANSWER), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
