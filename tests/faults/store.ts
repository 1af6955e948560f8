import type { StoreVerdict } from "./store-buyers";
import { playFailovers } from "./store-failovers";
import { playHeldMarks } from "./store-late";
import { playFullDisk, playLosses } from "./store-losses";

/** The store fails: a Redis in every way, and the disk of the file (docs/faults.md, "The store"). */

/** Plays every way, one after the other, and prints them. */
export async function playStore(): Promise<StoreVerdict[]> {
  const verdicts = [
    ...(await playFailovers()),
    ...(await playLosses()),
    ...(await playFullDisk()),
    ...(await playHeldMarks()),
  ];
  for (const verdict of verdicts) console.log(storeLine(verdict));
  return verdicts;
}

const storeLine = ({ name, message, buyingAfterSeconds, wrong }: StoreVerdict) =>
  `| ${name} | ${message} | ${buyingAfterSeconds.toFixed(1)} s | ${wrong.length === 0 ? "as it should" : `**MISS**: ${wrong.join("; ")}`} |`;

/** The part of the document about the store. */
export const storeReport = (verdicts: readonly StoreVerdict[]): string =>
  [
    "## The store",
    "",
    "A Redis fails under the built storefront. In a failover (a primary, two replicas, three Sentinels) twenty buyers pay,",
    'each pressing twice at once, and once more afterwards: nobody has two orders, who reads "paid" has one, and who reads',
    '"not charged" has none. A Redis that is full, a replica, not there or frozen: `/readyz` and one line of the log say',
    "so, pages are shown, a quote is refused with 503 in words, nothing is sent, and the log has one line for its end.",
    "After each, somebody can buy within 15 s: of a failover, or of the fault's end. What StoreDown, QuotesRefused and",
    "PurchasesNotSent read says so, too. With a disk that is nearly full the same holds, except that whoever has confirmed",
    "already can still pay. In a failover as many are counted as bought as the upstream was sent, and none is unknown; of a",
    "primary that is killed StoreDown comes and ends. Where the mark of a payment is kept from the store for seven seconds,",
    "nothing is sent, the buyer reads so, and then buys with a single press.",
    "",
    "| the store | `/readyz` says of the store | somebody buys after | result |",
    "| --- | --- | --- | --- |",
    ...verdicts.map(storeLine),
    "",
  ].join("\n");
