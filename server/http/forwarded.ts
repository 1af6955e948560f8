import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Who asks, and for which host (rulings: "Forwarded headers count only with TRUST_PROXY"). What a proxy said is read
 * here once and then removed, believed or not, so that neither Express nor Remix can read it otherwise.
 */

const clientAddresses = new WeakMap<IncomingMessage, string>();

/**
 * Reads and removes the forwarding headers of a request and remembers the visitor's address.
 *
 * @param req the request; its headers lose `Forwarded`, `X-Real-IP` and every `X-Forwarded-…`
 * @param trustProxy whether a proxy of ours stands in front. The last entry of a list is believed, the one which that
 *   proxy wrote; a visitor can write the others.
 * @returns the host asked for, undefined when none or more than one was sent
 */
export function takeForwarded(req: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwardedFor = lastEntry(req.headers["x-forwarded-for"]);
  const forwardedHost = lastEntry(req.headers["x-forwarded-host"]);
  for (const name of Object.keys(req.headers)) {
    if (name === "forwarded" || name === "x-real-ip" || name.startsWith("x-forwarded-")) delete req.headers[name];
  }
  const address = trustProxy && forwardedFor && isIP(forwardedFor) ? forwardedFor : req.socket.remoteAddress;
  clientAddresses.set(req, address ? clientKey(address) : "unknown");
  const hosts = req.headersDistinct["host"] ?? [];
  if (hosts.length !== 1) return undefined;
  return trustProxy && forwardedHost ? forwardedHost : hosts[0];
}

/**
 * The visitor's address, as limits count it.
 *
 * @param req a request that went through `takeForwarded`
 * @returns an IPv4 address; of an IPv6 one its /64 network, since a visitor has all of that; or "unknown"
 */
export function clientAddressOf(req: IncomingMessage): string {
  return clientAddresses.get(req) ?? "unknown";
}

function lastEntry(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(",") : header;
  return text?.split(",").at(-1)?.trim() || undefined;
}

function clientKey(address: string): string {
  const bare = address.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(bare) !== 6) return bare;
  // The URL parser writes an address in its one canonical form, hexadecimal and shortened.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const groups = head ? head.split(":") : [];
  if (tail !== undefined) {
    const last = tail ? tail.split(":") : [];
    while (groups.length + last.length < 8) groups.push("0");
    groups.push(...last);
  }
  return groups.slice(0, 4).join(":") + "::/64";
}
