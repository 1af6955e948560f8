import { describeError, log } from "@storefront/observability/log";
import { blockedBy, type Attempt } from "./attempts";
import { identifiedUser } from "~server/upstream/user";
import { productAccount } from "~server/upstream/orders";
import { productIdAsSent } from "~server/upstream/lossless-ids";
import type { UpstreamContext } from "~server/upstream/client";
import type { Message } from "~server/i18n/message";
import { readResult, optionalRead, refusalIn } from "~server/loader/reads";

/** A signed-in visitor as the buyer of a product. A value is undefined if it cannot be read. */
export interface Buyer {
  id?: string;
  bound?: boolean;
  /** Balance in the product's pay symbol. */
  balance?: string | undefined;
  balanceRefusal?: Message | undefined;
  blockedBy?: Attempt | null;
  /** True if earlier purchases cannot be read, so that nothing can be bought. */
  storeFails?: boolean;
}

export async function readBuyer(upstreamContext: UpstreamContext, productId: string): Promise<Buyer> {
  const [account, user] = await Promise.all([
    readResult(productAccount(upstreamContext, productIdAsSent(productId))),
    optionalRead(identifiedUser(upstreamContext)),
  ]);
  const read = { balance: account.value?.balance, balanceRefusal: refusalIn(account.failure) };
  if (!user) return { balanceRefusal: read.balanceRefusal };
  const { id, googleBound: bound } = user;
  return blockedBy(id, productId).then(
    (attempt) => ({ id, bound, ...read, blockedBy: attempt }),
    (error: unknown) => {
      log().error({ error: describeError(error) }, "could not read an account's purchases");
      return { id, bound, ...read, storeFails: true };
    },
  );
}
