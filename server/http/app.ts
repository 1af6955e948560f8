import compression from "compression";
import express from "express";
import zlib from "node:zlib";
import type { Logger } from "pino";
import { describeError } from "~server/log";
import { sendRefusal } from "~server/http/refusal";

/** What answers a request that the guards let through. */
export type Handler = (req: express.Request, res: express.Response, next: express.NextFunction) => void | Promise<void>;

/**
 * Express: the app's pages, compressed.
 *
 * @param options.handler the app
 * @param options.publicOrigin the storefront's own origin
 */
export function createApp(options: { handler: Handler; publicOrigin: string; log: Logger }): express.Express {
  const { handler, log } = options;
  const scheme = new URL(options.publicOrigin).protocol.slice(0, -1);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.use((req, _res, next) => {
    // A request's URL begins with the public origin, also where a proxy in front of us ends the encryption.
    Object.defineProperty(req, "protocol", { value: scheme });
    next();
  });
  app.use(compression({ brotli: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } } }));
  app.use((_req, res, next) => {
    // The Remix adapter flushes after each part; a page is one part, and comes out smaller compressed in one go.
    Reflect.deleteProperty(res, "flush");
    next();
  });
  app.use((req, res, next) => {
    Promise.resolve(handler(req, res, next)).catch(next);
  });
  app.use(((error: unknown, req, res, _next) => {
    // What failed after its answer had begun cannot be answered again.
    if (res.headersSent) return;
    log.error({ error: describeError(error) }, "request failed");
    sendRefusal(req, res, { status: 500, closes: !req.readableEnded });
  }) satisfies express.ErrorRequestHandler);
  return app;
}
