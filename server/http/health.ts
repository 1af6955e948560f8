import type { IncomingMessage, ServerResponse } from "node:http";

/** `/healthz`: the process runs. `/readyz`: it should be sent visitors. Asked by machines, under any Host. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Anybody may ask: however often, the upstream is asked once in this time. */
const PROBE_MEMORY_MS = 1_000;

/**
 * Builds the answers of the two health paths.
 *
 * @param options.probe asks the upstream whether it answers; a rejection counts as no
 * @param options.isDraining whether this process is about to end
 * @returns a function that answers a request for one of HEALTH_PATHS
 */
export function healthAnswers(options: {
  probe: () => Promise<boolean>;
  isDraining: () => boolean;
}): (pathname: string, req: IncomingMessage, res: ServerResponse) => Promise<void> {
  let last: { answer: Promise<boolean>; untilMs: number } | undefined;

  function upstreamAnswers(): Promise<boolean> {
    if (last && Date.now() < last.untilMs) return last.answer;
    const probing = { answer: options.probe().catch(() => false), untilMs: Infinity };
    last = probing;
    void probing.answer.then(() => (probing.untilMs = Date.now() + PROBE_MEMORY_MS));
    return probing.answer;
  }

  async function fault(pathname: string): Promise<string | null> {
    if (pathname === "/healthz") return null;
    if (options.isDraining()) return "draining";
    return (await upstreamAnswers()) ? null : "the upstream does not answer";
  }

  return async (pathname, req, res) => {
    if (req.method !== "GET" && req.method !== "HEAD") {
      res.writeHead(405, { Allow: "GET, HEAD", "Content-Length": 0, "Cache-Control": "no-store" }).end();
      return;
    }
    const problem = await fault(pathname);
    const body = `${problem ?? "ok"}\n`;
    res.writeHead(problem === null ? 200 : 503, {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
    });
    res.end(req.method === "HEAD" ? undefined : body);
  };
}
