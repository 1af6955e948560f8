import { ageOf } from "@storefront/resilience/age";
import { withDeadline } from "@storefront/resilience/deadline";

/**
 * The state of something that the process depends on, with a note. The note is public: it contains no address and
 * nothing of a visitor.
 */
export interface Condition {
  ok: boolean;
  note?: string;
}

/** Reads the state of each dependency of the process, by name. */
export type Dependencies<Name extends string = string> = () => Promise<Record<Name, Condition>>;

/** How long a condition is remembered. */
const PROBE_MEMORY_MS = 1_000;
/** A probe that takes longer counts as down. */
const PROBE_DEADLINE_MS = 500;
/** How long a request waits for a condition that is not known yet. */
const PROBE_WAIT_MS = 100;
/** The greatest age of a condition that is reported while the next probe is still running. */
const PROBE_SHOWN_MS = 10_000;

const NO_RESPONSE: Condition = { ok: false, note: "no answer yet" };

/**
 * Makes what `/readyz` and the metrics read. However often they do, each dependency is probed once in `PROBE_MEMORY_MS`
 * at most, and no request waits for one that hangs. A condition from a moment ago is reported immediately while the
 * probe runs: a balancer that waits for 200 ms must not take away every instance because one dependency is slow.
 *
 * @param probes one per dependency; a rejection counts as down
 * @param deadlineMs a dependency that takes longer counts as down until it responds
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
    if (waitedMs >= deadlineMs) return NO_RESPONSE;
    if (known && ageMs < PROBE_SHOWN_MS) return known.condition;
    return withDeadline(asking.result, Math.min(PROBE_WAIT_MS, deadlineMs - waitedMs), () => NO_RESPONSE);
  };
}
