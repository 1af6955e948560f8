import type { IncomingMessage } from "node:http";
import { readCatalogue, WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import { readTarget } from "@storefront/http-server/guards";
import { DEFAULT_LOCALE } from "~server/i18n/locale";
import { LIMITS, type Rate } from "~server/limits";
import { readSession } from "~server/session/session";
import { BoundedMemory, countRateLimited } from "~server/store/rate-limit";
import { productList } from "~server/upstream/catalogue";
import { isKnownProduct } from "~server/upstream/lossless-ids";
import { optionalRead } from "~server/loader/reads";

export type Lookups = ReturnType<ReturnType<typeof lookupLimit>>;

/** Counts lookups and searches by address, and by session, so that neighbours do not block a signed-in visitor. */
export function lookupLimit(publicOrigin: string, { points, perMs }: Rate = LIMITS.lookups) {
  const limiter = new BoundedMemory({ points, duration: perMs / 1000 });
  const usedBy = async (key: string) => (await limiter.get(key))?.consumedPoints ?? 0;

  async function signedIn({ headers: { cookie } }: IncomingMessage): Promise<string | undefined> {
    if (cookie === undefined) return undefined;
    return (await readSession(new Request(publicOrigin, { headers: { cookie } })))?.id;
  }

  return (req: IncomingMessage, address: string) => {
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

/** True if the upstream has listed the URL's product, so that the URL is not made up. */
export function namesProduct(url = ""): boolean {
  // A target that `readTarget` accepts can be decoded.
  return isKnownProduct(decodeURIComponent(readTarget(url)?.pathname.split("/").at(-1) ?? ""));
}

/** Like `namesProduct`, but reads the lists first, in a few calls that all visitors share. */
export async function namesListedProduct(url?: string): Promise<boolean> {
  const locale = DEFAULT_LOCALE;
  const miners = productList({ locale }, { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE, type: "miner" });
  await Promise.all([optionalRead(readCatalogue(locale)), optionalRead(miners)]);
  return namesProduct(url);
}
