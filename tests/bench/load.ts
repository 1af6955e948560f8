import { startChild, type Child } from "./children";
import { usageOf, type Usage } from "./process-usage";

/** A task of the load generator. */
export interface Job {
  /** The connections are shared out among these. */
  ports: number[];
  /** The request, ready to send. */
  head: string;
  connections: number;
  durationMs: number;
}

/** Its result. */
export interface Load {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** How often each status was returned. */
  statuses: Record<string, number>;
  bytesEach: number;
  /** With the first response of each connection, which counts in nothing else. */
  all: { requests: number; tookMs: number };
}

/** A load, and its total cost to the servers. */
export interface Costly extends Load {
  /** CPU time of the servers for each request; NaN where the system does not tell. */
  cpuMs: number;
  /** How much of one core that was, from 0 to 1, for each server. */
  busy: number;
}

export type Generator = Child<Job, Load>;

export const startGenerator = (): Promise<Generator> => startChild<Job, Load>("generator");

/** How many visitors the bench is by default. */
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
