import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import express, {
  type Request as ExpressRequest,
  type RequestHandler,
  type Response as ExpressResponse,
} from "express";
import { onTestFinished } from "vitest";
import { appHandler, type App } from "@storefront/remix-runtime/app-handler";
import { createLog } from "@storefront/observability/log";
import type { RouteTable } from "@storefront/remix-runtime/route-table";
import { createStorefront, type StorefrontOptions } from "~server/pipeline";
import { tableOf } from "./route-table";

export const ORIGIN = "http://shop.example.com";
export const HOST = "shop.example.com";

/** The pages of a storefront whose app is the test's. Each accepts posts. */
const ROUTES = ["/", "/Login/:account?", "/UploadImage", "/UploadImages", "/UserCenter"];

export interface TestStorefront {
  storefront: ReturnType<typeof createStorefront>;
  port: number;
  lines: string[];
  /** Resolves to the log lines when there are that many. */
  logged: (count: number) => Promise<string[]>;
}

/** Makes an app with Express, which takes the least code. */
function onNode(handler: RequestHandler): StorefrontOptions["handler"] {
  const app = express().disable("x-powered-by").disable("etag").use(handler);
  return (req, res) =>
    new Promise((resolve, reject) => {
      res.once("close", resolve);
      // Express replaces the prototype of a request, including the method that counts the pieces of the body.
      Object.assign(req, { push: req.push.bind(req) });
      app(req as ExpressRequest, res as ExpressResponse, reject);
    });
}

/**
 * Runs the HTTP layer with a handler of the test, on a free port, until the test ends.
 *
 * @param handler the app, or its replacement
 * @param options.files static files by name
 */
export async function openStorefront(
  handler: RequestHandler | { app: App },
  options: Omit<Partial<StorefrontOptions>, "env" | "routes"> & {
    routes?: readonly string[] | RouteTable;
    /** The `routes` that accept posts; by default all. */
    posts?: readonly string[];
    env?: Partial<StorefrontOptions["env"]>;
    files?: Record<string, string | Buffer>;
  } = {},
): Promise<TestStorefront> {
  const { files = {}, env, routes = ROUTES, posts, ...rest } = options;
  const { PUBLIC_ORIGIN: publicOrigin = ORIGIN } = env ?? {};
  const contextOf = () => ({});
  const assetsDir = mkdtempSync(path.join(tmpdir(), "storefront-assets-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(assetsDir, name)), { recursive: true });
    writeFileSync(path.join(assetsDir, name), content);
  }
  const lines: string[] = [];
  const waiting: { count: number; resolve: (lines: string[]) => void }[] = [];
  const destination = {
    write(line: string) {
      lines.push(line);
      for (const { count, resolve } of waiting) if (lines.length >= count) resolve(lines);
    },
  };
  const storefront = createStorefront({
    handler: typeof handler === "function" ? onNode(handler) : appHandler({ ...handler, publicOrigin, contextOf }),
    routes: "shapeOf" in routes ? routes : tableOf(routes, posts),
    env: {
      PUBLIC_ORIGIN: ORIGIN,
      TRUST_PROXY: 0,
      MAIN_SITE_ORIGIN: undefined,
      DESKTOP_REDIRECT: false,
      MAX_IN_FLIGHT: 1_000,
      MAX_LAG_MS: 60_000,
      KEEP_ALIVE_MS: 5_000,
      WEB_VITALS: true,
      ...env,
    },
    probe: () => Promise.resolve({ ok: true }),
    store: () => Promise.resolve({ ok: true }),
    assetsDir,
    log: createLog("info", destination),
    ...rest,
  });
  const { port } = await storefront.listen(0, "127.0.0.1");
  onTestFinished(async () => {
    await storefront.drain(0);
    rmSync(assetsDir, { recursive: true });
  });
  return {
    storefront,
    port,
    lines,
    logged: (count) =>
      lines.length >= count ? Promise.resolve(lines) : new Promise((resolve) => waiting.push({ count, resolve })),
  };
}

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends one request on a new connection, with our Host unless the headers name another. */
export function ask(
  port: number,
  target: string,
  options: { method?: string; headers?: Record<string, string | number>; body?: string | Buffer } = {},
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        agent: false,
        path: target,
        method: options.method ?? "GET",
        headers: { Host: HOST, ...options.headers },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        );
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(options.body);
  });
}

/** Posts a urlencoded form. */
export function post(
  port: number,
  target: string,
  options: { headers?: Record<string, string | number>; body?: string } = {},
): Promise<TestResponse> {
  const body = options.body ?? "a=1";
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": Buffer.byteLength(body),
    ...options.headers,
  };
  return ask(port, target, { method: "POST", headers, body });
}

/** A raw connection, which can send what no HTTP client would send. */
export interface Wire {
  write(text: string | Buffer): void;
  /** Resolves when the received text contains this text. */
  received(text: string): Promise<string>;
  /** Resolves to everything received when the server has ended the connection. */
  ended: Promise<string>;
  /** Stops reading, like a visitor whose device is busy. */
  pause(): void;
  /** Cuts the connection, like a visitor who leaves. */
  cut(): void;
}

/** Opens a raw connection. */
export async function openWire(port: number): Promise<Wire> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  const waiting: { wanted: string; resolve: (text: string) => void }[] = [];
  socket.on("data", (data) => {
    text += data.toString("latin1");
    for (const { wanted, resolve } of waiting) if (text.includes(wanted)) resolve(text);
  });
  // A server may reset the connection; tests check only the data received before.
  socket.on("error", () => {});
  const ended = new Promise<string>((resolve) => {
    socket.on("end", () => {
      socket.end();
      resolve(text);
    });
    socket.on("close", () => resolve(text));
  });
  await new Promise((resolve) => socket.once("connect", resolve));
  onTestFinished(() => void socket.destroy());
  return {
    write: (data) => void socket.write(data),
    received: (wanted) =>
      text.includes(wanted) ? Promise.resolve(text) : new Promise((resolve) => waiting.push({ wanted, resolve })),
    ended,
    pause: () => void socket.pause(),
    cut: () => void socket.destroy(),
  };
}
