import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Networks for benchmarks (RFC 2544), which ipaddr.js takes for public ones. */
const BENCHMARK = /^198\.1[89]\./;
/** Global unicast addresses (RFC 4291). */
const GLOBAL = /^[23][0-9a-f]{3}:/;

/**
 * Whether an IP address is one of the public internet: not of this machine, of a private or shared network, of a link,
 * of a group, reserved, or an IPv4 address inside of an IPv6 one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  const text = parsed.toNormalizedString();
  return parsed.kind() === "ipv6" ? GLOBAL.test(text) : !BENCHMARK.test(text);
}

/** A name resolves to nothing, or to an address that is not public: a request there would be forged (SSRF). */
export class NotPublic extends Error {
  override name = "NotPublic";
}

/** Resolves a name to all of its addresses. */
export type Resolve = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const systemResolve: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

/**
 * The look-up of a connection that reaches public addresses alone. The connection is made to the addresses that were
 * checked, so that a name which resolves differently the next time (DNS rebinding) changes nothing.
 */
export function publicLookup(resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      // With an error there are no addresses, whatever the declared type.
      if (error) return done(error, "", 0);
      const [first] = addresses;
      if (!first) done(new NotPublic(), "", 0);
      else if (!addresses.every(({ address }) => isPublicAddress(address))) done(new NotPublic(), "", 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** Whether a host (an IPv6 address in brackets) is an IP address that is not public: no name is looked up then. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) > 0 && !isPublicAddress(address);
}
