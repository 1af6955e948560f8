import type { Condition, Dependencies } from "./dependencies";
import type { Middleware } from "./exchange";
import { hasBody } from "./guards";

/** The paths of health checks, accepted under any Host: `/healthz` is liveness, `/readyz` is readiness. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/**
 * Makes a step that responds to the two health paths. `/readyz` is 503 only while the process starts or drains. It
 * stays 200 when a dependency is down, because pages are still served and a balancer would remove all instances at
 * once; the body names the dependency.
 *
 * @param options.unready returns the reason why the process should get no visitors now, if any
 * @param options.build the name of the build, in the body of `/healthz`
 */
export function healthCheck(options: {
  dependencies: Dependencies;
  unready: () => "starting" | "draining" | undefined;
  build: string;
}): Middleware {
  async function readiness(): Promise<string> {
    const conditions = Object.entries(await options.dependencies());
    return ["ready", ...conditions.map(([name, condition]) => `${name}: ${inWords(condition)}`), ""].join("\n");
  }

  return async (exchange, next) => {
    const { req, res, target } = exchange;
    if (!target || !HEALTH_PATHS.has(target.pathname)) return next(exchange);
    // Otherwise Node would read and discard the body, however long it is.
    if (hasBody(req)) return exchange.sendError({ status: 400, closes: true });
    if (!exchange.isRead) {
      const headers = { Allow: "GET, HEAD", "Content-Length": 0, "Cache-Control": "no-store", Connection: "close" };
      res.writeHead(405, headers).end();
      return;
    }
    const alive = target.pathname === "/healthz";
    const report = alive ? `ok\n${options.build}\n` : await readiness();
    // We read this after the wait, because a drain may have begun meanwhile.
    const unready = alive ? undefined : options.unready();
    const body = unready ? `${unready}\n` : report;
    res.writeHead(unready ? 503 : 200, {
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
