import { describeError, log } from "~server/log";
import { blockedUntilMs } from "~server/purchase/attempts";
import { userInfo } from "~server/upstream/user";
import { productAccount } from "~server/upstream/orders";
import { productIdAsSent } from "~server/upstream/sent-ids";
import type { Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** What is known of a signed-in visitor as the buyer of one product. */
export interface Buyer {
  /** The platform's id of the user; undefined where it cannot be read now. */
  id?: string;
  /** In the product's pay symbol; undefined where it cannot be read now. */
  balance?: string | undefined;
  blockedUntilMs?: number | null;
  /** The store does not answer: earlier purchases are unknown, so nothing can be bought. */
  storeFails?: boolean;
}

/**
 * The balance is fetched only when a token exists (behaviour 6.3).
 *
 * @throws Expired
 */
export async function readBuyer(caller: Caller, productId: string): Promise<Buyer> {
  const [account, user] = await Promise.all([
    unlessUnavailable(productAccount(caller, productIdAsSent(productId))),
    unlessUnavailable(userInfo(caller)),
  ]);
  if (!user) return {};
  const { id } = user;
  const balance = account?.balance;
  return blockedUntilMs(id, productId).then(
    (blocked) => ({ id, balance, blockedUntilMs: blocked }),
    (error: unknown) => {
      log().error({ error: describeError(error) }, "the purchases of an account cannot be read");
      return { id, balance, storeFails: true };
    },
  );
}
