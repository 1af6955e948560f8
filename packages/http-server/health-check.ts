import type { Condition, Dependencies } from "./dependencies";
import type { Middleware } from "./exchange";
import { hasBody } from "./guards";

/** Paths of health checks. `/healthz`: the process runs. `/readyz`: it should get visitors. Accepted under any Host. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/**
 * A step that responds to the two health paths. `/readyz` is 503 only while the process starts or drains: with
 * dependencies down pages are still served, and a balancer would remove all instances at once. The body says what is
 * down.
 *
 * @param options.unready why the process should get no visitors now
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
    // Closes the connection; otherwise Node would read and discard the body for as long as it comes.
    if (hasBody(req)) return exchange.sendError({ status: 400, closes: true });
    if (!exchange.isRead) {
      const headers = { Allow: "GET, HEAD", "Content-Length": 0, "Cache-Control": "no-store", Connection: "close" };
      res.writeHead(405, headers).end();
      return;
    }
    const alive = target.pathname === "/healthz";
    const report = alive ? `ok\n${options.build}\n` : await readiness();
    // Read after the wait: a drain may have begun meanwhile.
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
