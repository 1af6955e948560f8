import { ageOf } from "@storefront/resilience/age";
import { withDeadline } from "@storefront/resilience/deadline";

/** The state of a dependency. The note is public, so it has no address and nothing about a visitor. */
export interface Condition {
  ok: boolean;
  note?: string;
}

export type Dependencies = () => Promise<Record<string, Condition>>;

const PROBE_MEMORY_MS = 1_000;
/** A probe that takes longer counts as a failure. */
const PROBE_DEADLINE_MS = 500;
/** How long a request waits for a state that is not known yet; balancers wait only 200 ms. */
const PROBE_WAIT_MS = 100;
/** While the next probe runs, a state up to this age is reported. */
const PROBE_SHOWN_MS = 10_000;

const NO_RESPONSE: Condition = { ok: false, note: "no answer yet" };

/**
 * Reads the state of each dependency, by name. Each is probed at most once in `PROBE_MEMORY_MS`, and no request waits
 * for a probe that hangs: a load balancer must not remove all instances because one dependency is slow.
 *
 * @param probes a rejected probe means that the dependency is down
 * @param deadlineMs a dependency that takes longer counts as down until it responds
 * @returns a function that never rejects
 */
export function watchDependencies(
  probes: Record<string, () => Promise<Condition>>,
  deadlineMs = PROBE_DEADLINE_MS,
): Dependencies {
  const sides = Object.entries(probes).map(([name, probe]) => [name, watched(probe, deadlineMs)] as const);
  return async () =>
    Object.fromEntries(await Promise.all(sides.map(async ([name, condition]) => [name, await condition()] as const)));
}

function watched(probe: () => Promise<Condition>, deadlineMs: number): () => Promise<Condition> {
  let known: { condition: Condition; atMs: number } | undefined;
  let asking: { result: Promise<Condition>; sinceMs: number } | undefined;

  async function ask(): Promise<Condition> {
    const condition = await probe().catch(() => ({ ok: false }));
    known = { condition, atMs: Date.now() };
    asking = undefined;
    return condition;
  }

  return async () => {
    const ageMs = known ? ageOf(known.atMs) : Infinity;
    if (known && ageMs < PROBE_MEMORY_MS) return known.condition;
    asking ??= { result: ask(), sinceMs: performance.now() };
    const waitedMs = performance.now() - asking.sinceMs;
    if (waitedMs >= deadlineMs) return NO_RESPONSE;
    if (known && ageMs < PROBE_SHOWN_MS) return known.condition;
    return withDeadline(asking.result, Math.min(PROBE_WAIT_MS, deadlineMs - waitedMs), () => NO_RESPONSE);
  };
}
