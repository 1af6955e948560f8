import { catalogueRenewals } from "~server/catalogue/snapshot";
import { readsUnderWay } from "~server/upstream/client";

/** Waits for the public reads in progress. */
export async function readsEnd(): Promise<void> {
  await Promise.allSettled(readsUnderWay());
}

/** Waits for the renewals of the catalogue in progress. */
export async function catalogueEnd(): Promise<void> {
  await Promise.all(catalogueRenewals());
}
