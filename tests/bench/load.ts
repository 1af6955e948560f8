import { startChild, type Child } from "./children";
import { usageOf, type Usage } from "./process-usage";

/** A task of the load generator. */
export interface Job {
  /** The connections are divided among these. */
  ports: number[];
  /** The bytes of the request. */
  head: string;
  connections: number;
  durationMs: number;
}

/** The result of a task. */
export interface Load {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** How often each status was returned. */
  statuses: Record<string, number>;
  bytesEach: number;
  /** All responses, including the first of each connection, which the other values ignore. */
  all: { requests: number; tookMs: number };
}

/** A load with its cost to the servers. */
export interface Costly extends Load {
  /** CPU time of the servers per request; NaN if the system does not say. */
  cpuMs: number;
  /** The share of a core that each server used, from 0 to 1. */
  busy: number;
}

export type Generator = Child<Job, Load>;

export const startGenerator = (): Promise<Generator> => startChild<Job, Load>("generator");

/** How many visitors there are by default. */
export const CONNECTIONS = 32;

/**
 * Loads servers and measures what it costs them.
 *
 * @param pids the servers' processes
 */
export async function loadAndCost(generator: Generator, job: Job, pids: readonly number[]): Promise<Costly> {
  const cpu = () => pids.map(usageOf).reduce((sum, { cpuMs }: Usage) => sum + cpuMs, 0);
  const before = cpu();
  const load = await generator.ask(job);
  const usedMs = cpu() - before;
  const { requests, tookMs } = load.all;
  return { ...load, cpuMs: usedMs / requests, busy: usedMs / tookMs / pids.length };
}
