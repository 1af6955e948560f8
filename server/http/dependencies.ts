import { PROBE_MEMORY_MS, PROBE_PATIENCE_MS } from "~server/constants";

/** Whether something that the storefront leans on answers. A note is read by anybody: no address, no name, no number of a visitor. */
export interface Condition {
  ok: boolean;
  note?: string;
}

/** Asks the platform and the store how they are. */
export type Dependencies = () => Promise<Record<"platform" | "store", Condition>>;

/**
 * Builds the question that `/readyz` and the metrics put. However often it is put, each side is asked once in a second, and
 * nobody waits for a side that hangs.
 *
 * @param probes asks each side; a rejection counts as down
 * @param patienceMs how long to wait for an answer before it counts as down
 * @returns a function that never rejects
 */
export function watchDependencies(
  probes: { platform: () => Promise<Condition>; store: () => Promise<Condition> },
  patienceMs = PROBE_PATIENCE_MS,
): Dependencies {
  const [platform, store] = [remembered(probes.platform), remembered(probes.store)];
  return async () => {
    const [one, other] = await Promise.all([inTime(platform(), patienceMs), inTime(store(), patienceMs)]);
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

async function inTime(answer: Promise<Condition>, patienceMs: number): Promise<Condition> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Condition>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, note: "no answer yet" }), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
