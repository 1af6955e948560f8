import { describeError, log } from "@storefront/observability/log";
import { blockedBy, type Attempt } from "~server/purchase/attempts";
import { identifiedUser } from "~server/upstream/user";
import { productAccount } from "~server/upstream/orders";
import { productIdAsSent } from "~server/upstream/lossless-ids";
import type { UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";

/** A signed-in visitor as the buyer of one product. */
export interface Buyer {
  /** The upstream's id of the user; undefined where it cannot be read now. */
  id?: string;
  /** Whether the authenticator is linked; undefined where it cannot be read now. */
  bound?: boolean;
  /** In the product's pay symbol; undefined where it cannot be read now. */
  balance?: string | undefined;
  /** The purchase of this product that has no outcome yet. */
  blockedBy?: Attempt | null;
  /** The store does not respond: earlier purchases are unknown, so nothing can be bought. */
  storeFails?: boolean;
}

/**
 * The balance is fetched only when a token exists (behaviour 6.3).
 *
 * @throws SessionExpired
 */
export async function readBuyer(upstreamContext: UpstreamContext, productId: string): Promise<Buyer> {
  const [account, user] = await Promise.all([
    optionalRead(productAccount(upstreamContext, productIdAsSent(productId))),
    optionalRead(identifiedUser(upstreamContext)),
  ]);
  if (!user) return {};
  const { id, googleBound: bound } = user;
  const balance = account?.balance;
  return blockedBy(id, productId).then(
    (attempt) => ({ id, bound, balance, blockedBy: attempt }),
    (error: unknown) => {
      log().error({ error: describeError(error) }, "the purchases of an account cannot be read");
      return { id, bound, balance, storeFails: true };
    },
  );
}
