import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject } from "@storefront/sandbox/call";
import { startSandbox } from "@storefront/sandbox/start";
import { respondToParent } from "./children";
import { grow } from "./growth";

/** How the upstream behaves from now on. Missing values mean normal behaviour. */
export interface Behaviour {
  /** Caches responses of reads, so that it responds immediately and always in the same way. */
  remembering?: boolean;
  /** Accepts every call and responds to none. */
  hanging?: boolean;
  /** Calls with this text in their path or body get 404. */
  failing?: string;
  /** The number of power products, and of each account's orders. */
  products?: number;
  orders?: number;
}

/** The upstream's state, returned for each order. */
export interface UpstreamState {
  url: string;
  sandboxUrl: string;
  /** The number of calls so far, and of those that failed as configured. */
  calls: number;
  failed: number;
}

/**
 * The upstream of the bench, in a separate process: a sandbox, and in front of it a server that remembers its
 * responses, so that only the storefront is measured.
 */
const sandbox = await startSandbox();
let present: Behaviour = {};
const remembered = new Map<string, Buffer>();
const counts = { calls: 0, failed: 0 };
/** Calls with effects, such as signing in, whose responses must not be repeated. */
const HAS_EFFECT = /\/user\//;
const PASSED_ON = ["content-type", "exchange-language", "exchange-client", "exchange-token"] as const;

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** Forwards a request to the sandbox; its pictures are then served from here. */
async function ask(incoming: IncomingMessage, body: string): Promise<{ type: string; bytes: Buffer }> {
  const headers = PASSED_ON.flatMap((name) => {
    const value = incoming.headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const method = incoming.method ?? "GET";
  const response = await fetch(sandbox.url + (incoming.url ?? ""), {
    method,
    headers: Object.fromEntries(headers),
    ...(method === "POST" ? { body } : {}),
  });
  const type = response.headers.get("content-type") ?? "application/json";
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!type.includes("json")) return { type, bytes };
  const text = bytes.toString("utf8").replaceAll(sandbox.url, url);
  const result: unknown = JSON.parse(text);
  const asked: unknown = body ? JSON.parse(body) : {};
  const grown = isObject(result) && isObject(asked) ? grow(incoming.url ?? "", asked, result, present) : result;
  return { type, bytes: Buffer.from(JSON.stringify(grown)) };
}

const server = createServer((incoming, outgoing) => {
  void (async () => {
    const body = await bodyOf(incoming);
    counts.calls += 1;
    if (present.hanging) return;
    if (present.failing !== undefined && `${incoming.url}\n${body}`.includes(present.failing)) {
      counts.failed += 1;
      outgoing.writeHead(404).end();
      return;
    }
    const { headers } = incoming;
    const key = [incoming.url, body, headers["exchange-language"], headers["exchange-token"]].join("\n");
    const known = remembered.get(key);
    if (known) {
      outgoing.writeHead(200, { "content-type": "application/json", "content-length": known.length }).end(known);
      return;
    }
    const { type, bytes } = await ask(incoming, body);
    const isRead = incoming.method === "POST" && !HAS_EFFECT.test(incoming.url ?? "");
    if (present.remembering && isRead) remembered.set(key, bytes);
    outgoing.writeHead(200, { "content-type": type, "content-length": bytes.length }).end(bytes);
  })().catch(() => outgoing.destroy());
});
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

respondToParent((next: Behaviour | { asBefore: true }): UpstreamState => {
  if (!("asBefore" in next)) {
    present = next;
    remembered.clear();
  }
  return { url, sandboxUrl: sandbox.url, ...counts };
});
