import type { Condition, Dependencies } from "./dependencies";
import type { Middleware } from "./exchange";
import { hasBody } from "./guards";

/** Health checks: liveness and readiness, for balancers and orchestrators. */

/** `/healthz`: the process runs. `/readyz`: it should be sent visitors. Asked by machines, under any Host. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/**
 * A step that responds to the two health paths. `/readyz` is 503 only while the process drains; before it is started it
 * does not listen. Pages can be served while dependencies are down, and a balancer would take all instances away at the
 * same time. The body reports what is down (behaviour 13.12).
 *
 * @param options.dependencies reads the state of each dependency, by name
 * @param options.isDraining whether this process is about to end
 * @param options.build which build answers `/healthz`, in a word
 */
export function healthCheck(options: {
  dependencies: Dependencies;
  isDraining: () => boolean;
  build: string;
}): Middleware {
  async function readiness(): Promise<string> {
    const conditions = Object.entries(await options.dependencies());
    return ["ready", ...conditions.map(([name, condition]) => `${name}: ${inWords(condition)}`), ""].join("\n");
  }

  return async (exchange, next) => {
    const { req, res, target } = exchange;
    if (!target || !HEALTH_PATHS.has(target.pathname)) return next(exchange);
    // Without the end of the connection, Node would throw the body away for as long as it comes.
    if (hasBody(req)) return exchange.sendError({ status: 400, closes: true });
    if (!exchange.isRead) {
      const headers = { Allow: "GET, HEAD", "Content-Length": 0, "Cache-Control": "no-store", Connection: "close" };
      res.writeHead(405, headers).end();
      return;
    }
    const alive = target.pathname === "/healthz";
    const report = alive ? `ok\n${options.build}\n` : await readiness();
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
