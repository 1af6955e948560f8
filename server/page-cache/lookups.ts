import type { IncomingMessage } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { VAIN_LOOKUPS } from "~server/constants";
import { readSession } from "~server/session/session";
import { countLimitHit } from "~server/tallies";

/** Looking for what there is not, and searching, by the visitor's address (behaviour 14.3). */
export interface Lookups {
  /** Whether there were too many. One that may be a signed-in visitor's is not stopped by others of the address. */
  areTooMany(req: IncomingMessage, address: string, mayBeSignedIn: boolean): Promise<boolean>;
  /** Counts one. */
  count(address: string): Promise<void>;
  /** Counts one that may be a signed-in visitor's. */
  countOf(req: IncomingMessage, address: string): Promise<void>;
}

/** Makes the limit of a process. */
export function lookupLimit(publicOrigin: string): Lookups {
  const { points, perMs } = VAIN_LOOKUPS;
  const limiter = new RateLimiterMemory({ points, duration: perMs / 1000 });
  const isOver = async (who: string) => ((await limiter.get(who))?.consumedPoints ?? 0) >= points;

  /** What stands for who is signed in; a cookie that is none of ours stands for nobody. */
  async function signedIn({ headers: { cookie } }: IncomingMessage): Promise<string | undefined> {
    if (cookie === undefined) return undefined;
    return (await readSession(new Request(publicOrigin, { headers: { cookie } })))?.id;
  }

  return {
    async areTooMany(req, address, mayBeSignedIn) {
      if (!(await isOver(address))) return false;
      const who = mayBeSignedIn ? await signedIn(req) : undefined;
      if (who !== undefined && !(await isOver(who))) return false;
      countLimitHit("lookups");
      return true;
    },
    count: async (address) => void (await limiter.penalty(address)),
    async countOf(req, address) {
      const who = await signedIn(req);
      for (const one of [address, ...(who === undefined ? [] : [who])]) await limiter.penalty(one);
    },
  };
}
