import ipaddr from "ipaddr.js";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import { newRequestId, REQUEST_ID_HEADER, withRequestId } from "@storefront/observability/request-id";
import { guarded } from "@storefront/resilience/guarded";
import type { Exchange, Middleware } from "./exchange";

const clientAddresses = new WeakMap<IncomingMessage, string>();

/**
 * A step that reads the client's address and the host, and removes all forwarding headers, trusted or not, so that no
 * app can read them otherwise.
 *
 * @param trustedHops how many proxies of ours a request passes. Each appends an entry to the list, so the entry of the
 *   outermost is that far from the end; any visitor can write the entries before it.
 * @param warn called once, when a request came with fewer addresses than that, or with one though there is no proxy
 */
export const readForwarded = (trustedHops: number, warn?: (facts: object) => void): Middleware => {
  let isQuiet = !warn;
  return (exchange, next) => {
    const { req } = exchange;
    const addresses = isQuiet ? 0 : passedOn(req);
    if (addresses > 0 && (trustedHops === 0 || addresses < trustedHops)) {
      isQuiet = true;
      warn?.({ trustedProxies: trustedHops, addresses });
    }
    const address = proxyAddr
      .all(req, (_address, hop) => hop < trustedHops)
      .map(withoutPort)
      // A proxy that does not know the address may write a word; then the entry before it counts. ipaddr alone also
      // accepts `1`.
      .filter((entry) => isIP(entry) && ipaddr.isValid(entry))
      .at(-1);
    const forwardedHost = trustedHops > 0 ? entryOf(req.headers["x-forwarded-host"], trustedHops) : undefined;
    for (const name of Object.keys(req.headers)) {
      if (name === "forwarded" || name === "x-real-ip" || name.startsWith("x-forwarded-")) delete req.headers[name];
    }
    clientAddresses.set(req, address ? limitKey(address) : "unknown");
    const [host, ...others] = valuesOf(req, "host");
    exchange.host = host === undefined || others.length > 0 ? undefined : (forwardedHost ?? host);
    return next(exchange);
  };
};

/** The number of addresses that proxies passed on. A health check that bypasses them has none. */
const passedOn = ({ headers }: IncomingMessage): number =>
  headers["x-forwarded-for"]?.toString().split(",").length ?? 0;

/** The visitor's address, as limits count it: IPv4, the /64 network of an IPv6 address, or "unknown". */
export function clientAddressOf(req: IncomingMessage): string {
  return clientAddresses.get(req) ?? "unknown";
}

/** Allows no character with a meaning in a log, header or page. */
const PROXY_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Reads and removes the request id of our proxy; makes a new one if there is none, or no proxy. */
export function takeRequestId(req: IncomingMessage, trustedHops: number): string {
  const name = REQUEST_ID_HEADER.toLowerCase();
  if (req.headers[name] === undefined) return newRequestId();
  const [id = "", ...others] = valuesOf(req, name);
  delete req.headers[name];
  return trustedHops > 0 && others.length === 0 && PROXY_ID.test(id) ? id : newRequestId();
}

/** A step that gives a request its id: logs and the client get it. */
export const identifyRequest =
  (trustedHops: number): Middleware =>
  (exchange, next) => {
    const id = takeRequestId(exchange.req, trustedHops);
    exchange.res.setHeader(REQUEST_ID_HEADER, id);
    return withRequestId(id, () => next(exchange), abandonerOf(exchange));
  };

/** Drops the exchange when it ends, because a timer keeps the request's context for as long as it runs, up to an hour. */
function abandonerOf(exchange: Exchange): () => void {
  let current: Exchange | undefined = exchange;
  const onClose = guarded(() => (current = undefined));
  exchange.res.once("close", onClose);
  return () => current?.abandon();
}

/** Not `headersDistinct`: before Node 24.14.1, 22.22.2 and 20.20.2 it throws if a header is named `constructor`. */
const valuesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);

/** The entry of the outermost trusted proxy, or the first one if a proxy passed the list on unchanged. */
function entryOf(header: string | string[] | undefined, trustedHops: number): string | undefined {
  const entries = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",");
  return entries[Math.max(entries.length - trustedHops, 0)]?.trim() || undefined;
}

/** Some proxies write `address:port`, and an IPv6 address in brackets. */
function withoutPort(entry: string | undefined): string {
  const [, v6, v4] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry ?? "") ?? [];
  return v6 ?? v4 ?? entry ?? "";
}

function limitKey(address: string): string {
  // `process` turns an IPv4 address mapped into IPv6 into IPv4.
  const read = ipaddr.process(address);
  if (!("parts" in read)) return read.toString();
  const network = read.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
