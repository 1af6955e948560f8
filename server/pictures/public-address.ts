import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Networks for tests of equipment (RFC 2544), which ipaddr.js takes for public ones. */
const BENCHMARK = /^198\.1[89]\./;
/** What has been given out of IPv6 to be reached by everybody (RFC 4291). */
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

/** An address that a name leads to, or that stands in its place, is not for strangers to make us reach. */
export class NotPublic extends Error {
  override name = "NotPublic";
}

/** Resolves a name to all of its addresses. */
export type Resolve = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const systemResolve: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

/**
 * The look-up of a connection that reaches public addresses alone. The connection is made to the addresses that were
 * looked at: a name that answers differently the next time changes nothing.
 */
export function publicLookup(resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      // With an error there are no addresses, whatever the type says.
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
