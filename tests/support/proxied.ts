import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { Agent, request } from "node:https";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/** Runs a proxy of `deploy/` with stand-ins behind it and a visitor in front of it. */

export const SITE = "m.example.com";

/** Returns true if a program is on this machine. */
export const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).error === undefined;

/** Makes a folder with a certificate for the site or another name: `site.crt`, `site.key`, and both in `site.pem`. */
export function certificateFolder(name = `DNS:${SITE}`): string {
  const folder = freshFolder("storefront-proxy");
  const [crt, key] = [join(folder, "site.crt"), join(folder, "site.key")];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"],
      ...["-subj", `/CN=${SITE}`, "-addext", `subjectAltName=${name}`, "-keyout", key, "-out", crt],
    ],
    { stdio: "ignore" },
  );
  writeFileSync(join(folder, "site.pem"), readFileSync(crt, "utf8") + readFileSync(key, "utf8"));
  return folder;
}

/** A program that runs until it is stopped. */
export interface Program {
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/**
 * Starts a proxy or another server, and waits until it listens.
 *
 * @throws Error with the program's output, if it ends or does not listen before the deadline
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  { port, env = {}, deadlineMs = 10_000 }: { port: number; env?: Record<string, string>; deadlineMs?: number },
): Promise<Program> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "exit");
  const giveUpAtMs = Date.now() + deadlineMs;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > giveUpAtMs) {
      child.kill("SIGKILL");
      throw new Error(`${program} does not listen:\n${output}`);
    }
    await wait(20);
  }
  return {
    output: () => output,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A stand-in for an instance. */
export interface StandIn {
  server: Server;
  port: number;
  /** The requests that it received, except health checks. */
  asked: { method: string; url: string; headers: IncomingHttpHeaders }[];
  close: () => Promise<void>;
  /** True if `/readyz` returns 200. */
  isReady: boolean;
}

/** Starts a stand-in that returns 200 for health checks, and responds to all other requests as configured. */
export async function standIn(
  response: (req: IncomingMessage, res: ServerResponse) => void,
  port = 0,
): Promise<StandIn> {
  const asked: StandIn["asked"] = [];
  const server = createServer((req, res) => {
    if (req.url === "/readyz") return void res.writeHead(standing.isReady ? 200 : 503).end();
    asked.push({ method: req.method ?? "", url: req.url ?? "", headers: req.headers });
    response(req, res);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const standing: StandIn = {
    server,
    asked,
    port: (server.address() as AddressInfo).port,
    isReady: true,
    async close() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
  return standing;
}

/** A response to a visitor. */
export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

/** Sends a visitor's request to the site through a proxy on this port. */
export async function visit(
  port: number,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
    localAddress = "127.0.0.1",
  }: { method?: string; headers?: Record<string, string>; body?: string; localAddress?: string } = {},
): Promise<Got> {
  const sent = request({
    agent,
    localAddress,
    port,
    path,
    method,
    host: "127.0.0.1",
    servername: SITE,
    headers: { Host: SITE, ...headers },
  });
  sent.end(body);
  const [res] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of res) chunks.push(chunk as Buffer);
  return { status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks).toString() };
}

/** A proxy's times are divided by this number, so that the ten minutes of a slow upload take 12 s. */
const FASTER = 50;
const PIECES = 40;

/** Returns a proxy's configuration with shorter times, including those that it does not set itself. */
export const withShortTimes = (text: string): string =>
  text
    .replace(
      /(client_body_timeout|client_header_timeout|proxy_read_timeout|timeout client|timeout server) (\d+)s/g,
      (_, name: string, seconds: string) => `${name} ${(1_000 * Number(seconds)) / FASTER}ms`,
    )
    .replace("proxy_connect_timeout", `proxy_send_timeout ${60_000 / FASTER}ms;\n    $&`);

/**
 * Uploads steadily for the maximum time of an upload, and returns the bytes that the instance read.
 *
 * @param port the port of a proxy with short times
 */
export async function uploadSlowly(port: number, durationMs: number): Promise<{ status: number; bytes: number }> {
  const piece = Buffer.alloc(1_000, "a");
  const length = PIECES * piece.length;
  const headers = { Host: SITE, "Content-Type": "multipart/form-data; boundary=x", "Content-Length": length };
  const sent = request({
    agent,
    port,
    path: "/UploadImage",
    method: "POST",
    host: "127.0.0.1",
    servername: SITE,
    headers,
  });
  const responded = once(sent, "response") as Promise<[IncomingMessage]>;
  for (let at = 0; at < PIECES && !sent.destroyed; at += 1) {
    sent.write(piece);
    await wait(durationMs / FASTER / PIECES);
  }
  sent.end();
  const [res] = await responded;
  let body = "";
  for await (const chunk of res) body += String(chunk);
  return { status: res.statusCode ?? 0, bytes: Number(body) };
}

/** Starts an instance that responds with the number of body bytes that it has read. */
export const reading = () =>
  standIn((req, res) => {
    let bytes = 0;
    req.on("data", (data: Buffer) => (bytes += data.length));
    req.on("end", () => res.end(String(bytes)));
  });
