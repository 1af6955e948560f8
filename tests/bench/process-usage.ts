import { readdirSync, readFileSync } from "node:fs";

/** The resources that a process has used so far, as Linux reports them. */
export interface Usage {
  /** CPU time of all its threads; NaN if the system does not say. */
  cpuMs: number;
  /** Its peak resident memory. */
  peakBytes: number;
}

/** Linux reports in hundredths of a second at any clock rate. */
const TICK_MS = 10;

/**
 * Reads /proc/<pid>/stat: user and system time are fields 14 and 15.
 *
 * @param stat its text; the second field is the program's name in brackets, which may contain spaces and brackets
 */
function cpuMsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Reads the peak of /proc/<pid>/status. */
function peakBytesOf(status: string): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? NaN) * 1024;
}

/** The resources that a process has used; NaN on systems without /proc, and after its end. */
export function usageOf(pid: number): Usage {
  try {
    return {
      cpuMs: cpuMsOf(readFileSync(`/proc/${pid}/stat`, "utf8")),
      peakBytes: peakBytesOf(readFileSync(`/proc/${pid}/status`, "utf8")),
    };
  } catch {
    return { cpuMs: NaN, peakBytes: NaN };
  }
}

/** All descendants of a process; empty on systems without /proc. */
export function childrenOf(pid: number): number[] {
  try {
    const own = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return own.flatMap((child) => [child, ...childrenOf(child)]);
  } catch {
    return [];
  }
}

/** Resident memory of a process, with shared memory counted in proportion; 0 after its end. */
export function sharedOutBytesOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
