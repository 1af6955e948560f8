import { readFileSync } from "node:fs";
import { request, Agent } from "node:http";
import { respondToParent } from "../bench/children";
import { childrenOf } from "../bench/process-usage";
import { takePriority } from "./priority";

/**
 * Watches the storefront under attack from a separate process: its memory every 50 ms, and the response time of
 * /healthz on METRICS_PORT every 100 ms, alternately on a persistent and on a new connection.
 */

/** Orders: begin to watch a process, report what happened since the last report, or end. */
export type Watch = { kind: "begin"; pid: number; port: number; killAboveBytes?: number } | { kind: "report" | "end" };

/** The observations since the last report. */
export interface Watched {
  /** The maximum memory of the process itself, and of the process with its children. */
  rssBytes: number;
  totalBytes: number;
  probes: number;
  /** The longest response time of /healthz, minus the time in which either process waited for a core. */
  worstMs: number;
  /** The longest response time by the clock. */
  worstClockMs: number;
  /** The number of probes that did not get a 200. */
  errors: number;
}

const SAMPLE_MS = 50;
const PROBE_MS = 100;
const PROBE_DEADLINE_MS = 5_000;

const kept = new Agent({ keepAlive: true, maxSockets: 1 });
const empty = (): Watched => ({ rssBytes: 0, totalBytes: 0, probes: 0, worstMs: 0, worstClockMs: 0, errors: 0 });
let seen = empty();
let timers: NodeJS.Timeout[] = [];

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // The process has ended.
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}

const rssBytesOf = (pid: number) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;

/** Returns the time for which a process's first thread waited for a core; 0 if the system does not report it. */
const waitedMsOf = (pid: number) => Number(textOf(`/proc/${pid}/task/${pid}/schedstat`).split(" ")[1] ?? 0) / 1e6;

/** The time that this process has waited for a core. A longer wait makes responses seem late. */
let ownWaitedMs = 0;

function sample(pid: number, killAboveBytes: number | undefined): void {
  ownWaitedMs = waitedMsOf(process.pid);
  const rssBytes = rssBytesOf(pid);
  const totalBytes = childrenOf(pid).reduce((sum, child) => sum + rssBytesOf(child), rssBytes);
  seen.rssBytes = Math.max(seen.rssBytes, rssBytes);
  seen.totalBytes = Math.max(seen.totalBytes, totalBytes);
  if (killAboveBytes !== undefined && totalBytes > killAboveBytes) process.kill(pid, "SIGKILL");
}

function probe(pid: number, port: number, isFresh: boolean): void {
  const now = seen;
  ownWaitedMs = waitedMsOf(process.pid);
  const begin = { ms: performance.now(), waitedMs: waitedMsOf(pid) };
  const end = (isFine: boolean) => {
    const clockMs = performance.now() - begin.ms;
    const machineMs = waitedMsOf(pid) - begin.waitedMs + waitedMsOf(process.pid) - ownWaitedMs;
    now.probes += 1;
    if (!isFine) now.errors += 1;
    now.worstClockMs = Math.max(now.worstClockMs, clockMs);
    now.worstMs = Math.max(now.worstMs, clockMs - Math.max(0, machineMs));
  };
  let isEnded = false;
  const once = (isFine: boolean) => {
    if (!isEnded) end(isFine);
    isEnded = true;
  };
  const options = { host: "127.0.0.1", port, path: "/healthz", agent: isFresh ? false : kept } as const;
  const asked = request({ ...options, signal: AbortSignal.timeout(PROBE_DEADLINE_MS) }, (response) => {
    response.resume();
    response.on("error", () => once(false));
    response.on("end", () => once(response.statusCode === 200));
  });
  asked.on("error", () => once(false));
  asked.end();
}

function stop(): void {
  for (const timer of timers) clearInterval(timer);
  timers = [];
}

takePriority("watch");

respondToParent((watch: Watch): Watched => {
  if (watch.kind === "begin") {
    stop();
    seen = empty();
    const { pid, port, killAboveBytes } = watch;
    let probes = 0;
    timers = [
      setInterval(() => sample(pid, killAboveBytes), SAMPLE_MS),
      setInterval(() => probe(pid, port, (probes += 1) % 2 === 0), PROBE_MS),
    ];
    return seen;
  }
  const report = seen;
  seen = empty();
  if (watch.kind === "end") stop();
  return report;
});
