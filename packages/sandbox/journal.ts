import type { IncomingHttpHeaders } from "node:http";
import type { Sent } from "./body";

/** A call as it arrived. The bytes of photos are in `body.files`, as base64. */
export interface RecordedRequest {
  headers: Record<string, string>;
  body: unknown;
}

/** How many requests of one call are stored. All are counted. */
const REMEMBERED = 200;

/** Records in memory, for tests, how often each call came and with which data. */
export interface Journal {
  note(call: string, headers: IncomingHttpHeaders, sent: Sent): void;
  count(call: string): number;
  requests(call: string): RecordedRequest[];
  clear(): void;
}

export function createJournal(): Journal {
  const calls = new Map<string, { count: number; requests: RecordedRequest[] }>();
  return {
    note(call, headers, { body, files }) {
      const known = calls.get(call) ?? { count: 0, requests: [] };
      const sentFiles = files.map(({ bytes, ...file }) => ({
        ...file,
        sizeBytes: bytes.length,
        base64: bytes.toString("base64"),
      }));
      known.count += 1;
      known.requests.push({
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: sentFiles.length > 0 ? { ...body, files: sentFiles } : body,
      });
      if (known.requests.length > REMEMBERED) known.requests.shift();
      calls.set(call, known);
    },
    count: (call) => calls.get(call)?.count ?? 0,
    requests: (call) => calls.get(call)?.requests ?? [],
    clear: () => calls.clear(),
  };
}
