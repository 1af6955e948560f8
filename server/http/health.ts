import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dependencies } from "~server/http/dependencies";
import type { Condition } from "~server/store/health";

/** `/healthz`: the process runs. `/readyz`: it should be sent visitors. Asked by machines, under any Host. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/**
 * Builds the answers of the two health paths. `/readyz` is 503 only while the process drains (before it is started
 * nobody answers): pages can be served while the platform or the store is gone, and a balancer would take all instances
 * away at once. What is gone is told in the body (behaviour 13.12).
 *
 * @param options.dependencies how platform and store are
 * @param options.isDraining whether this process is about to end
 * @returns a function that answers a request for one of HEALTH_PATHS
 */
export function healthAnswers(options: {
  dependencies: Dependencies;
  isDraining: () => boolean;
}): (pathname: string, req: IncomingMessage, res: ServerResponse) => Promise<void> {
  async function readiness(): Promise<string> {
    const { platform, store } = await options.dependencies();
    return `ready\nplatform: ${inWords(platform)}\nstore: ${inWords(store)}\n`;
  }

  return async (pathname, req, res) => {
    if (req.method !== "GET" && req.method !== "HEAD") {
      res.writeHead(405, { Allow: "GET, HEAD", "Content-Length": 0, "Cache-Control": "no-store" }).end();
      return;
    }
    const alive = pathname === "/healthz";
    const report = alive ? "ok\n" : await readiness();
    // Looked at after the wait: a drain may have begun meanwhile.
    const draining = !alive && options.isDraining();
    const body = draining ? "draining\n" : report;
    res.writeHead(draining ? 503 : 200, {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
    });
    res.end(req.method === "HEAD" ? undefined : body);
  };
}

function inWords({ ok, note }: Condition): string {
  const state = ok ? "ok" : "down";
  return note === undefined ? state : `${state} (${note})`;
}
