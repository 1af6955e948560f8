import dns, { type LookupAddress } from "node:dns";

/** The limit per address family. No real service has more addresses. */
const ADDRESSES_MAX = 8;

/** Returns the first addresses of a host name, beginning with those of its first family. */
export function fewOf(addresses: readonly LookupAddress[]): LookupAddress[] {
  const isFirst = ({ family }: LookupAddress) => family === addresses[0]?.family;
  const others = addresses.filter((one) => !isFirst(one));
  return [addresses.filter(isFirst), others].flatMap((own) => own.slice(0, ADDRESSES_MAX));
}

type Done = (error: Error | null, found: string | LookupAddress[], ...rest: unknown[]) => void;

/**
 * Limits the addresses of a host name for every connection of this process. If connections are refused immediately,
 * node:net tries the next address recursively. With the 4,000 addresses that a DNS response may have, this takes 0.25 s
 * and exhausts the stack, an error that cannot be caught.
 */
export function limitAddresses(): void {
  const { lookup } = dns;
  const limited = (...args: unknown[]) => {
    const done = args.pop() as Done;
    const fewer: Done = (error, found, ...rest) => done(error, Array.isArray(found) ? fewOf(found) : found, ...rest);
    Reflect.apply(lookup, dns, [...args, fewer]);
  };
  dns.lookup = limited as typeof lookup;
}
