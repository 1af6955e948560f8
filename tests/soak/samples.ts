import { readdirSync } from "node:fs";

/** A storefront's metrics and /proc at one moment. */
export interface Sample {
  seconds: number;
  residentBytes: number;
  heapBytes: number;
  externalBytes: number;
  /** Open file descriptors; NaN if the system does not say. */
  descriptors: number;
  gauges: Readonly<Record<string, number>>;
  /** Responses so far, by status. */
  statuses: Readonly<Record<string, number>>;
}

/** A line of Prometheus' text format: name, labels, value. */
const LINE = /^([a-z_][a-z0-9_]*)(?:\{([^}]*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the text format: each line with its labels. */
function readMetrics(text: string): { name: string; labels: Record<string, string>; value: number }[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const named = [...labels.matchAll(LABEL)].map(([, label = "", labelValue = ""]) => [label, labelValue] as const);
    return [{ name, labels: Object.fromEntries(named), value: Number(value) }];
  });
}

/**
 * Takes a sample.
 *
 * @param seconds since the soak began
 * @throws Error if the metrics do not respond
 */
export async function sample(metricsUrl: string, pid: number, seconds: number): Promise<Sample> {
  const metrics = readMetrics(await (await fetch(metricsUrl)).text());
  const one = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  const by = (name: string, label: string) => {
    const sums: Record<string, number> = {};
    for (const { name: its, labels, value } of metrics) {
      const key = labels[label];
      if (its === name && key !== undefined) sums[key] = (sums[key] ?? 0) + value;
    }
    return sums;
  };
  return {
    seconds,
    residentBytes: one("process_resident_memory_bytes"),
    heapBytes: one("nodejs_heap_size_used_bytes"),
    externalBytes: one("nodejs_external_memory_bytes"),
    descriptors: descriptorsOf(pid),
    gauges: by("storefront_held", "kind"),
    statuses: by("storefront_http_requests_total", "status"),
  };
}

function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return NaN;
  }
}
