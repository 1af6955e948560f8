import dns, { type LookupAddress } from "node:dns";

/** Of each family; more than any service has. */
const ADDRESSES_MAX = 8;

/** The first addresses of a name, those of its first family first. */
export function fewOf(addresses: readonly LookupAddress[]): LookupAddress[] {
  const isFirst = ({ family }: LookupAddress) => family === addresses[0]?.family;
  const others = addresses.filter((one) => !isFirst(one));
  return [addresses.filter(isFirst), others].flatMap((own) => own.slice(0, ADDRESSES_MAX));
}

type Done = (error: Error | null, found: string | LookupAddress[], ...rest: unknown[]) => void;

/**
 * Limits the addresses of a name for every connection of this process. node:net tries them in a recursion where the
 * system refuses them at once: the 4,000 that one DNS answer may have take 0.25 s and exhaust the stack, and nobody can
 * catch that.
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
