import type { StoreVerdict } from "./store-buyers";
import { playFailovers } from "./store-failovers";
import { playHeldMarks } from "./store-late";
import { playFullDisk, playLosses } from "./store-losses";

/** The store fails: a Redis in every way, and the disk of the file (docs/change/faults.md, "The store"). */

/** Plays all failures, one after the other, and prints the results. */
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
  `| ${name} | ${message} | ${buyingAfterSeconds.toFixed(1)} s | ${wrong.length === 0 ? "as expected" : `**MISS**: ${wrong.join("; ")}`} |`;

/** The part of docs/change/faults.md about the store. */
export const storeReport = (verdicts: readonly StoreVerdict[]): string =>
  [
    "## The store",
    "",
    "The store of the built storefront fails while buyers pay. Expected: nobody gets two orders. A buyer who reads that",
    "they paid has one order, a buyer who reads that nothing was charged has none. `/readyz`, one log line and the alerts",
    "say what is wrong. Pages are still shown. Within 15 s after each fault somebody can buy.",
    "",
    "| fault | `/readyz` about the store | first purchase after | result |",
    "| --- | --- | --- | --- |",
    ...verdicts.map(storeLine),
    "",
  ].join("\n");
