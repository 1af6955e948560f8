import { createServer } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";

/**
 * Serves one of these apps on a free port. Their adapters do not compress pages, so this server compresses them like
 * the storefront: the whole page at once, with Brotli 2, if the visitor accepts it.
 */
const [name] = process.argv.slice(2);

const HANDLERS = {
  sveltekit: async () => (await import("./sveltekit/build/handler.js")).handler,
  astro: async () => (await import("./astro/dist/server/entry.mjs")).handler,
  "react-router": async () => {
    const { createRequestListener } = await import("@react-router/node");
    return createRequestListener({ build: await import("./react-router/build/server/index.js") });
  },
};

const PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** Collects what is written to a response, and sends it compressed. */
function compress(res) {
  const parts = [];
  const { end, writeHead } = res;
  let head = [];
  res.writeHead = (...given) => {
    head = given;
    return res;
  };
  res.flushHeaders = () => {};
  res.write = (part, ...rest) => {
    parts.push(Buffer.from(part));
    rest.findLast((one) => typeof one === "function")?.();
    return true;
  };
  res.end = (part) => {
    if (part && typeof part !== "function") parts.push(Buffer.from(part));
    const body = brotliCompressSync(Buffer.concat(parts), { params: PARAMS });
    const [status = res.statusCode, headers = {}] = [head[0], head.findLast((one) => typeof one === "object")];
    for (const [key, value] of Object.entries(headers)) res.setHeader(key, value);
    for (const key of ["content-length", "transfer-encoding"]) res.removeHeader(key);
    res.setHeader("content-encoding", "br");
    res.setHeader("content-length", body.length);
    writeHead.call(res, status);
    return end.call(res, body);
  };
}

const handler = await HANDLERS[name]();
const server = createServer((req, res) => {
  if (/\bbr\b/.test(req.headers["accept-encoding"] ?? "")) compress(res);
  handler(req, res, () => res.writeHead(404).end());
});
// On a busy machine the generator opens its connections for longer than Node waits for a request.
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
