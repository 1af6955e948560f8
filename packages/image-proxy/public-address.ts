import dns, { type LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";
import { fewOf } from "@storefront/resilience/few-addresses";
import { fairQueue } from "@storefront/resilience/rotation";
import { guarded } from "@storefront/resilience/guarded";
import { sharedWork } from "@storefront/resilience/shared-work";
import { z } from "zod";

/** Networks from which we never fetch anything: IANA's special-purpose registries, multicast, cloud metadata. */
const SPECIAL = [
  // "This network", private networks, carrier-grade NAT, loopback, link-local.
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"],
  // Protocols, DNS (AS112), tunnels (AMT, 6to4); documentation and benchmarks.
  ...["192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"],
  ...["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15"],
  // Multicast, reserved, broadcast.
  ...["224.0.0.0/4", "240.0.0.0/4"],
  // The address of Azure's own services in its virtual machines.
  "168.63.129.16/32",
  // Protocols (with Teredo, benchmarks, ORCHID), documentation, 6to4, DNS.
  ...["2001::/23", "2001:db8::/32", "3fff::/20", "2002::/16", "2620:4f:8000::/48"],
];
const special = blockList(SPECIAL);
/** All other IPv6 addresses are special, reserved or unassigned. */
const globalUnicast = blockList(["2000::/3"]);

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4");
  }
  return list;
}

/** Returns true for an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone is link-local.
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (!isIPv6(address)) return !special.check(address);
  return globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** The name resolves to nothing, or to a non-public address (SSRF). */
export class NotPublic extends Error {
  override name = "NotPublic";
}

export type Resolve = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const NAME_SERVER = { timeout: 1_000, tries: 2 };

/**
 * Makes a resolver that asks the name servers directly. The system's lookup blocks one of two threads for 10 s or more,
 * and when both are blocked, not even the upstream's name can be resolved.
 */
export function askNameServers(servers?: readonly string[]): Resolve {
  return (hostname, done) => {
    const resolver = new Resolver(NAME_SERVER);
    if (servers) resolver.setServers(servers);
    const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)] as const;
    const answer = guarded(([v4, v6]: PromiseSettledResult<string[]>[]) => {
      const found = [v4, v6].flatMap((one) => (one?.status === "fulfilled" ? one.value : []));
      const error = v4?.status === "rejected" && found.length === 0 ? (v4.reason as Error) : null;
      const addresses = found.map((address) => ({ address, family: isIP(address) }));
      done(error, fewOf(addresses));
    });
    void Promise.allSettled(asked).then(answer);
  };
}

const systemResolve = askNameServers();

const { inTurn } = fairQueue();
const underWay = new Map<string, Promise<LookupAddress[]>>();

/** The system's lookup, one at a time so that it uses one thread, for the operator's names outside DNS. */
export const lookupInTurn: LookupFunction = (hostname, { all }, done) => {
  const ask = () =>
    new Promise<LookupAddress[]>((resolve, reject) => {
      const answer = guarded((error: Error | null, found: LookupAddress[]) => (error ? reject(error) : resolve(found)));
      dns.lookup(hostname, { all: true }, answer);
    });
  const succeed = guarded((addresses: LookupAddress[]) => {
    if (all) done(null, addresses);
    else done(null, addresses[0]?.address ?? "", addresses[0]?.family);
  });
  const fail = guarded((error: Error) => done(error, "", 0));
  sharedWork(underWay, hostname, () => inTurn("", ask)).then(succeed, fail);
};

const publicAddresses = z
  .array(z.object({ address: z.string().refine(isPublicAddress) }))
  .nonempty()
  .transform((all) => all.map(({ address }) => ({ address, family: isIP(address) })));

/**
 * Makes a lookup that finds only public addresses. The connection uses the checked addresses, which prevents DNS
 * rebinding.
 */
export function publicLookup(resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, done) => {
    const fail = (error: Error) => done(error, "", 0);
    function connect(error: Error | null, addresses: unknown): void {
      // After an error there are no addresses, despite the type.
      if (error) return fail(error);
      const { data } = publicAddresses.safeParse(addresses);
      const [first] = data ?? [];
      if (!data || !first) fail(new NotPublic());
      else if (options.all) done(null, data);
      else done(null, first.address, first.family);
    }
    // A connection may throw in the resolver's callback, where nobody would catch the error.
    guarded(() => resolve(hostname, guarded(connect, fail)), fail)();
  };
}

/** Returns true for a non-public literal IP address (IPv6 in brackets), for which no lookup runs. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) > 0 && !isPublicAddress(address);
}
