import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A limit for the memory of a process and its children together, enforced by the system. */
export interface MemoryLimit {
  /** If a shell writes its process id to this file, the limit applies to it and to the program that replaces it. */
  procsFile: string;
  /** Returns the peak memory of all processes, including the page cache; NaN if the system does not report it. */
  peakBytes: () => number;
  /** Returns the processes to which the limit applies. */
  processes: () => number[];
  remove: () => Promise<void>;
}

const ROOT = "/sys/fs/cgroup";
let serial = 0;

/** The files of cgroup v2 and v1. */
const VERSIONS = [
  { root: ROOT, limit: "memory.max", peak: "memory.peak", more: ["memory.swap.max", "0"] },
  {
    root: join(ROOT, "memory"),
    limit: "memory.limit_in_bytes",
    peak: "memory.max_usage_in_bytes",
    more: ["memory.swappiness", "0"],
  },
] as const;

/**
 * Makes a memory limit.
 *
 * @returns undefined if this process lacks permission; the siege then sums up the memory of the processes
 */
export function memoryLimit(bytes: number): MemoryLimit | undefined {
  for (const { root, limit, peak, more } of VERSIONS) {
    serial += 1;
    const folder = join(root, `storefront-siege-${process.pid}-${serial}`);
    if (!existsSync(root)) continue;
    try {
      mkdirSync(folder);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      continue;
    }
    if (!existsSync(join(folder, limit))) {
      rmdirSync(folder);
      continue;
    }
    writeFileSync(join(folder, limit), String(bytes));
    const [name, value] = more;
    if (existsSync(join(folder, name))) writeFileSync(join(folder, name), value);
    return {
      procsFile: join(folder, "cgroup.procs"),
      peakBytes: () => (existsSync(join(folder, peak)) ? Number(readFileSync(join(folder, peak), "utf8")) : NaN),
      processes: () => readFileSync(join(folder, "cgroup.procs"), "utf8").split("\n").filter(Boolean).map(Number),
      async remove() {
        // Killed processes leave the group a little later.
        for (let tries = 0; tries < 100; tries += 1) {
          try {
            return rmdirSync(folder);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
            await wait(50);
          }
        }
      },
    };
  }
  return undefined;
}

const isRefusal = (error: unknown) =>
  ["EACCES", "EPERM", "EROFS", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
