import { connect } from "node:net";
import { responseReader } from "./responses";
import { respondToParent } from "./children";
import type { Job, Load } from "./load";
import { median, percentile } from "./figures";

/**
 * The load generator's process: raw sockets with one request each at a time. It does as little work as possible,
 * because it shares two cores with the server that it measures.
 */

const SOCKET_BYTES = 64 * 1024;

function run({ ports, head, connections, durationMs }: Job): Promise<Load> {
  const request = Buffer.from(head, "latin1");
  const latenciesMs: number[] = [];
  const statuses: Record<string, number> = {};
  const waiting: (() => void)[] = [];
  let bytes = 0;
  let open = 0;
  const openedMs = performance.now();
  let startedMs = Infinity;
  let endMs = Infinity;

  return new Promise((done, fail) => {
    /** Waits for the first response of each connection before measuring, because a busy server accepts them one at a time. */
    function begin(): void {
      startedMs = performance.now();
      endMs = startedMs + durationMs;
      for (const send of waiting) send();
    }

    function oneConnection(port: number): void {
      const reader = responseReader();
      let sentMs = 0;
      open += 1;
      const send = () => {
        sentMs = performance.now();
        socket.write(request);
      };
      const buffer = Buffer.allocUnsafeSlow(SOCKET_BYTES);
      const callback = (length: number): boolean => {
        if (startedMs < Infinity) bytes += length;
        const status = reader.take(buffer.subarray(0, length));
        if (status === undefined) return true;
        const nowMs = performance.now();
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (startedMs === Infinity) {
          if (waiting.push(send) === connections) begin();
          return true;
        }
        // Requests in flight at the end count: the slowest responses are among them.
        latenciesMs.push(nowMs - sentMs);
        if (nowMs < endMs) send();
        else socket.destroy();
        return true;
      };
      const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread: { buffer, callback } });
      socket.on("connect", send);
      socket.on("error", fail);
      socket.on("end", () => fail(new Error("The server closed a connection under load")));
      socket.on("close", () => {
        open -= 1;
        if (open === 0) done(loadOf(performance.now()));
      });
    }

    const loadOf = (nowMs: number): Load => ({
      requests: latenciesMs.length,
      perSecond: (latenciesMs.length / (nowMs - startedMs)) * 1000,
      p50Ms: median(latenciesMs),
      p99Ms: percentile(latenciesMs, 0.99),
      maxMs: percentile(latenciesMs, 1),
      statuses,
      bytesEach: bytes / latenciesMs.length,
      all: { requests: latenciesMs.length + connections, tookMs: nowMs - openedMs },
    });

    for (let index = 0; index < connections; index += 1) oneConnection(ports[index % ports.length] ?? 0);
  });
}

respondToParent(run);
