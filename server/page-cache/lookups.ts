import type { IncomingMessage } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { readCatalogue, WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import { readTarget } from "@storefront/http-server/guards";
import { DEFAULT_LOCALE } from "~server/i18n/locale";
import { LIMITS, type Rate } from "~server/limits";
import { readSession } from "~server/session/session";
import { countRateLimited } from "~server/store/rate-limit";
import { productList } from "~server/upstream/catalogue";
import type { LookupCounter } from "@storefront/upstream-client/lookups";
import { isKnownProduct } from "~server/upstream/lossless-ids";
import { optionalRead } from "~server/loader/reads";

/**
 * The lookups and searches of one request: counted by the visitor's address, and by the session when signed in, so that
 * others behind the same address do not block them.
 */
export interface Lookups extends LookupCounter {
  /** Whether there were too many. */
  areTooMany(): Promise<boolean>;
  /** Counts one, unless the request's own calls were counted already. */
  count(): Promise<void>;
}

/**
 * Makes the limit of a process, which counts for itself.
 *
 * @returns the counter of a request from an address
 */
export function lookupLimit(
  publicOrigin: string,
  { points, perMs }: Rate = LIMITS.lookups,
): (req: IncomingMessage, address: string) => Lookups {
  const limiter = new RateLimiterMemory({ points, duration: perMs / 1000 });
  const usedBy = async (key: string) => (await limiter.get(key))?.consumedPoints ?? 0;

  /** The id of the signed-in visitor's session; undefined without a valid cookie. */
  async function signedIn({ headers: { cookie } }: IncomingMessage): Promise<string | undefined> {
    if (cookie === undefined) return undefined;
    return (await readSession(new Request(publicOrigin, { headers: { cookie } })))?.id;
  }

  return (req, address) => {
    let session: Promise<string | undefined> | undefined;
    let outstanding = 0;
    const keysOf = async () => {
      const key = await (session ??= signedIn(req));
      return key === undefined ? [address] : [address, key];
    };
    const change = async (by: "penalty" | "reward") =>
      Promise.all((await keysOf()).map(async (key) => (await limiter[by](key)).consumedPoints));

    return {
      async areTooMany() {
        if ((await usedBy(address)) < points) return false;
        for (const key of await keysOf()) if ((await usedBy(key)) < points) return false;
        return true;
      },
      async count() {
        if (outstanding === 0) await change("penalty");
      },
      async take() {
        outstanding += 1;
        const used = await change("penalty");
        if (used.some((consumed) => consumed <= points)) return true;
        countRateLimited("lookups");
        return false;
      },
      async giveBack() {
        outstanding -= 1;
        await change("reward");
      },
    };
  };
}

/** Whether a URL is that of a product that the upstream has listed, and so not made up. */
export function namesProduct(url = ""): boolean {
  // A target that can be read can be decoded.
  return isKnownProduct(decodeURIComponent(readTarget(url)?.pathname.split("/").at(-1) ?? ""));
}

/** The same, after reading lists that are not known yet: a few calls, which all visitors share. */
export async function namesListedProduct(url?: string): Promise<boolean> {
  const locale = DEFAULT_LOCALE;
  const miners = productList({ locale }, { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE, type: "miner" });
  await Promise.all([optionalRead(readCatalogue(locale)), optionalRead(miners)]);
  return namesProduct(url);
}
