import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { CookieJar } from "../support/requests";
import { ScriptlessContext } from "../support/scriptless/context";
import type { Carry } from "../support/scriptless/wire";
import type { Target } from "./attack";

/** Connections to the storefront: raw ones, and those of visitors. */

const LOOPBACK = "127.0.0.1";
const RESPONSE_DEADLINE_MS = 10_000;

type Front = Pick<Target, "front" | "host">;

/** Returns a loopback address that no buyer has, so that attackers use up only their own limits. */
export const attackerAddress = (number: number) => `127.66.${(number >> 8) & 255}.${number & 255 || 1}`;

/** Opens a connection; undefined if that fails. Ignores later errors of the connection. */
export function openSocket({ front, host }: Front, localAddress: string): Promise<Socket | undefined> {
  const place = { port: front.port, host: LOOPBACK, localAddress };
  const socket = front.isTls
    ? connectTls({ ...place, servername: host, rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] })
    : connect(place);
  return new Promise((resolve) => {
    socket.on("error", () => resolve(undefined));
    socket.on("close", () => resolve(undefined));
    socket.once(front.isTls ? "secureConnect" : "connect", () => resolve(socket));
  });
}

/** Opens many connections in batches, from addresses that begin with this number. Returns those that opened. */
export async function openSockets(target: Front, count: number, firstAddress = 1): Promise<Socket[]> {
  const sockets: Socket[] = [];
  const AT_A_TIME = 100;
  for (let from = 0; from < count; from += AT_A_TIME) {
    const some = Array.from({ length: Math.min(AT_A_TIME, count - from) }, (_, index) =>
      openSocket(target, attackerAddress(firstAddress + Math.floor((from + index) / 20))),
    );
    sockets.push(...(await Promise.all(some)).filter((socket) => socket !== undefined));
  }
  return sockets;
}

/** Writes as fast as the server reads; resolves when all is written, the connection is gone, or the time is up. */
export function writeAll(socket: Socket, bytes: Buffer | string, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, deadlineMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.once("close", end);
    if (socket.destroyed) end();
    else socket.write(bytes, end);
  });
}

/** "closed" means closed without a response, and "silent" no response in time. */
export type Status = number | "closed" | "silent";

export function statusOf(socket: Socket, deadlineMs: number): Promise<Status> {
  return new Promise((resolve) => {
    let text = "";
    const timer = setTimeout(() => resolve("silent"), deadlineMs);
    const end = (what: number | "closed") => {
      clearTimeout(timer);
      resolve(what);
    };
    socket.on("data", (data) => {
      if (text.length < 1_000) text += data.toString("latin1");
      const [, status] = /^HTTP\/1\.1 ([2-5]\d\d)/.exec(text) ?? [];
      if (status) end(Number(status));
    });
    socket.once("close", () => end("closed"));
    if (socket.destroyed) end("closed");
  });
}

/** Returns the head of a request, including its blank line. */
export function headOf(target: Target, line: string, headers: Record<string, string | number> = {}): string {
  const all = { Host: target.host, "User-Agent": "Mozilla/5.0 (Linux; Android 10) Chrome/120", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`${line} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`;
}

/** Returns a browser's request for a page, which costs the server the compression too. */
export const pageHeadOf: typeof headOf = (target, line, headers) =>
  headOf(target, line, { "Accept-Encoding": "gzip, br", ...headers });

/** Returns the headers with which a browser posts a form of this site. */
export const formHeaders = (target: Target, type = "application/x-www-form-urlencoded") => ({
  Origin: target.origin,
  "Sec-Fetch-Site": "same-origin",
  "Content-Type": type,
});

/** Returns a request that posts bytes as a form of this site. */
export function postOf(
  target: Target,
  path: string,
  body: Buffer | string,
  headers: Record<string, string | number> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const all = { ...formHeaders(target), "Content-Length": bytes.length, ...headers };
  return Buffer.concat([Buffer.from(headOf(target, `POST ${path}`, all)), bytes]);
}

/**
 * Sends one request on a new connection and returns the status.
 *
 * @param address the number of the attackers' address that sends it
 */
export async function ask(
  target: Target,
  request: string | Buffer,
  address: number,
  deadlineMs = RESPONSE_DEADLINE_MS,
): Promise<Status> {
  const socket = await openSocket(target, attackerAddress(address));
  if (!socket) return "closed";
  socket.write(request);
  const status = await statusOf(socket, deadlineMs);
  socket.destroy();
  return status;
}

/**
 * Lets visitors browse, one after the other. Returns a sentence if fewer than nine of ten saw a page.
 *
 * @param cookie a personal cookie gets a page that is not cached
 */
export async function visitMeanwhile(target: Target, forMs: number, pauseMs = 0, cookie = "a=b"): Promise<string[]> {
  const statuses: Status[] = [];
  await repeat({ atATime: 1, forMs }, async (number) => {
    statuses.push(await ask(target, headOf(target, "GET /Login", { Cookie: cookie }), 3_000 + number, 5_000));
    await wait(pauseMs);
  });
  const served = statuses.filter((status) => status === 200).length;
  return served < 0.9 * statuses.length ? [`only ${served} of ${statuses.length} visitors saw a page`] : [];
}

/** Makes a `Carry` that sends a scriptless browser's requests to the front, from its own address. */
export function carryTo({ front, host }: Front, localAddress: string): Carry {
  const keep = { keepAlive: true, maxSockets: 4 };
  const agent = front.isTls ? new HttpsAgent({ ...keep, rejectUnauthorized: false }) : new HttpAgent(keep);
  const request = front.isTls ? requestHttps : requestHttp;
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const options = {
        agent,
        method,
        localAddress,
        host: LOOPBACK,
        port: front.port,
        servername: host,
        path: url.pathname + url.search,
        headers: { ...headers, Host: host },
        signal: AbortSignal.timeout(RESPONSE_DEADLINE_MS),
      };
      const sent = request(options, (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const lines = Object.entries(response.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((one): [string, string] => [name, one]),
          );
          const bytes = Buffer.concat(chunks);
          const status = response.statusCode ?? 0;
          resolve(new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, { status, headers: lines }));
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
}

/** Makes a browser without scripts, with the cookies of a `Cookie` header. */
export function visitorOf(target: Target, cookie: string, localAddress: string): ScriptlessContext {
  const cookies = new CookieJar();
  for (const pair of cookie.split("; ").filter(Boolean)) {
    const at = pair.indexOf("=");
    cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return new ScriptlessContext(target.origin, { cookies, carry: carryTo(target, localAddress) });
}

/** Repeats something, several at a time, until the time is up or the number is reached. */
export async function repeat(
  { atATime, forMs, times = Infinity }: { atATime: number; forMs: number; times?: number },
  act: (number: number) => Promise<unknown>,
): Promise<void> {
  const untilMs = performance.now() + forMs;
  let begun = 0;
  const worker = async () => {
    while (performance.now() < untilMs && begun < times) {
      begun += 1;
      await act(begun);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}

/** Keeps connections open without reading, then cuts them. */
export async function holdAndCut(sockets: readonly Socket[], holdMs: number): Promise<void> {
  await wait(holdMs);
  for (const socket of sockets) socket.destroy();
}

/** Returns a sentence about requests without a response in time; none if each was answered or rejected. */
export function unanswered(what: string, statuses: readonly Status[]): string[] {
  const silent = statuses.filter((status) => status === "silent").length;
  return silent > 0 ? [`${silent} of ${statuses.length} ${what} got no response`] : [];
}
