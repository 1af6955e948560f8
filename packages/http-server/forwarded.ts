import ipaddr from "ipaddr.js";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import { newRequestId, REQUEST_ID_HEADER, withRequestId } from "@storefront/observability/request-id";
import { guarded } from "@storefront/resilience/guarded";
import type { Exchange, Middleware } from "./exchange";

const clientAddresses = new WeakMap<IncomingMessage, string>();

/**
 * Makes a step that reads the client's address and the host. It removes all forwarding headers, trusted or not, so that
 * no app reads them in another way.
 *
 * @param trustedHops how many of our proxies a request passes. Each appends an entry to the list, so the entry of the
 *   outermost proxy is that far from the end; any visitor can write the entries before it.
 * @param warn called once, when a request has fewer addresses than that, or has one although there is no proxy
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
      // A proxy that does not know the address may write a word; then the entry before it counts. `isIP` rejects `1`,
      // which ipaddr accepts.
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

/** Returns the number of addresses that proxies passed on: 0 for a health check that bypasses them. */
const passedOn = ({ headers }: IncomingMessage): number =>
  headers["x-forwarded-for"]?.toString().split(",").length ?? 0;

/** Returns the visitor's address as rate limits count it: IPv4, the /64 network of an IPv6 address, or "unknown". */
export function clientAddressOf(req: IncomingMessage): string {
  return clientAddresses.get(req) ?? "unknown";
}

/** Matches no character that has a meaning in a log, header or page. */
const PROXY_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Reads and removes the request id of our proxy. Makes a new one if there is no id or no proxy. */
export function takeRequestId(req: IncomingMessage, trustedHops: number): string {
  const name = REQUEST_ID_HEADER.toLowerCase();
  if (req.headers[name] === undefined) return newRequestId();
  const [id = "", ...others] = valuesOf(req, name);
  delete req.headers[name];
  return trustedHops > 0 && others.length === 0 && PROXY_ID.test(id) ? id : newRequestId();
}

/** Makes a step that gives a request its id, for logs and the client. */
export const identifyRequest =
  (trustedHops: number): Middleware =>
  (exchange, next) => {
    const id = takeRequestId(exchange.req, trustedHops);
    exchange.res.setHeader(REQUEST_ID_HEADER, id);
    return withRequestId(id, () => next(exchange), abandonerOf(exchange));
  };

/** Drops the exchange when it ends: a timer holds the request's context as long as it runs, up to an hour. */
function abandonerOf(exchange: Exchange): () => void {
  let current: Exchange | undefined = exchange;
  const onClose = guarded(() => (current = undefined));
  exchange.res.once("close", onClose);
  return () => current?.abandon();
}

/** Before Node 24.14.1, 22.22.2 and 20.20.2, `headersDistinct` throws for a header named `constructor`. */
const valuesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);

/** Returns the entry of the outermost trusted proxy, or the first one if a proxy passed the list on unchanged. */
function entryOf(header: string | string[] | undefined, trustedHops: number): string | undefined {
  const entries = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",");
  return entries[Math.max(entries.length - trustedHops, 0)]?.trim() || undefined;
}

/** Some proxies write `address:port`, and put an IPv6 address in brackets. */
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
