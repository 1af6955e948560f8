import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "@storefront/observability/log";
import { createConnections } from "./connections";
import type { Middleware } from "./exchange";
import { clientAddressOf, identifyRequest, readForwarded } from "./forwarded";
import type { ErrorPage } from "./error-response";
import { createHttpServer } from "./http-server";

const errorPage: ErrorPage = (status, requestId) => {
  const body = Buffer.from(`${status}\n${requestId}\n`);
  return { headers: { "Content-Length": String(body.byteLength) }, body };
};

/** Runs a server with these steps on a free port until the test ends. */
async function open(steps: readonly Middleware[], address = "127.0.0.1") {
  const lines: string[] = [];
  const connections = createConnections();
  const server = createHttpServer({
    pipeline: [connections.track, identifyRequest(0), ...steps],
    connections,
    errorPage,
    headers: [["X-Content-Type-Options", "nosniff"]],
    headersMs: 10_000,
    requestMs: 30_000,
    log: createLog("info", { write: (line) => void lines.push(line) }),
  });
  const { port } = await server.listen(0, address);
  onTestFinished(async () => void (await server.drain(0)));
  return { server, lines, get: (path: string, host?: string) => get(port, path, host) };
}

async function get(port: number, path: string, host = "127.0.0.1") {
  const sent = request({ port, host, path, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let body = "";
  for await (const part of response.setEncoding("utf8")) body += String(part);
  return { status: response.statusCode, headers: response.headers, body };
}

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));

test.skipIf(!HAS_IPV6)("on HOST=:: it accepts IPv6 and IPv4, each with its own address", async () => {
  const { get } = await open([readForwarded(0), ({ req, res }) => void res.end(clientAddressOf(req))], "::");
  expect((await get("/", "127.0.0.1")).body).toBe("127.0.0.1");
  expect((await get("/", "::1")).body).toBe("0:0:0:0::/64");
});

test.for<[string, Middleware]>([
  ["at once", () => expect.fail("canary")],
  ["later", () => Promise.reject(new Error("canary"))],
  ["by the last step, which passes the request on", (exchange, next) => next(exchange)],
])("a failure is a 500 without details, and a log line with the request's id: thrown %s", async ([, step]) => {
  const { get, lines } = await open([step]);
  const { status, headers, body } = await get("/");
  expect(status).toBe(500);
  expect(body).not.toContain("canary");
  const [line = ""] = lines;
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    msg: "request failed",
    requestId: headers["x-request-id"],
  });
  expect(line).not.toContain("canary");
});

test("when a step fails, its unfinished response is cut, so that no client treats it as complete", async () => {
  const { get } = await open([
    async ({ res }) => {
      res.writeHead(200, { "Content-Length": 10 }).write("half");
      await Promise.reject(new Error("canary"));
    },
  ]);
  await expect(get("/")).rejects.toThrow();
});
