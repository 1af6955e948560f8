import { PROBE_MEMORY_MS, PROBE_DEADLINE_MS } from "~server/constants";
import type { Condition } from "~server/store/shared";

/** Asks the platform and the store how they are. */
export type Dependencies = () => Promise<Record<"platform" | "store", Condition>>;

/**
 * Makes what `/readyz` and the metrics ask. However often they do, each side is asked once a second at most, and nobody
 * waits for a side that hangs.
 *
 * @param probes asks each side; a rejection counts as down
 * @param deadlineMs how long to wait for an answer before it counts as down
 * @returns a function that never rejects
 */
export function watchDependencies(
  probes: { platform: () => Promise<Condition>; store: () => Promise<Condition> },
  deadlineMs = PROBE_DEADLINE_MS,
): Dependencies {
  const [platform, store] = [remembered(probes.platform), remembered(probes.store)];
  return async () => {
    const [one, other] = await Promise.all([inTime(platform(), deadlineMs), inTime(store(), deadlineMs)]);
    return { platform: one, store: other };
  };
}

function remembered(probe: () => Promise<Condition>): () => Promise<Condition> {
  let last: { answer: Promise<Condition>; untilMs: number } | undefined;
  return () => {
    if (last && Date.now() < last.untilMs) return last.answer;
    const probing = { answer: probe().catch(() => ({ ok: false })), untilMs: Infinity };
    last = probing;
    void probing.answer.then(() => (probing.untilMs = Date.now() + PROBE_MEMORY_MS));
    return probing.answer;
  };
}

async function inTime(answer: Promise<Condition>, deadlineMs: number): Promise<Condition> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Condition>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, note: "no answer yet" }), deadlineMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
