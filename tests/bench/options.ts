import { parseArgs } from "node:util";
import type { Part } from "./results";

/** The options of a run of the bench. */
export interface Options {
  parts: readonly Part[];
  /** Pages are measured whose path has each of these words. */
  words: readonly string[];
  rounds: number;
  /** The commit that the build is compared with. */
  before: string;
  /** Where the results are stored. Results of other parts stay in it. */
  json: string;
  /** Whether docs/performance.md is written from it. */
  write: boolean;
}

/** The parts measured by default. */
const USUAL: readonly Part[] = [
  ...([
    "before",
    "cached",
    "rendered",
    "hang",
    "failing",
    "growth",
    "instances",
    "connections",
    "browser",
    "photos",
  ] as const),
];
/** Slow, or a download: only on request. */
const ON_REQUEST: readonly Part[] = ["lighthouse", "profile"];
const PARTS: readonly Part[] = [...USUAL, ...ON_REQUEST];
const ROUNDS = 5;
const BEFORE = "HEAD~1";

export const USAGE = `npm run bench -- [--only ${PARTS.join("|")}]… [--rounds N] [--before COMMIT] [--json FILE] [--write] [words]
  Without --only everything but ${ON_REQUEST.join(" and ")} is measured. BENCH_CACHE=off leaves the page cache out.`;

/**
 * Reads the arguments of `npm run bench`.
 *
 * @param defaultFile where results are stored unless --json names another file
 * @throws Error that names the argument it does not understand
 */
export function readOptions(args: readonly string[], defaultFile: string): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: "string", multiple: true },
      rounds: { type: "string", default: String(ROUNDS) },
      before: { type: "string", default: BEFORE },
      json: { type: "string", default: defaultFile },
      write: { type: "boolean", default: false },
    },
  });
  const { only, before, json, write } = values;
  const parts = only?.map((name) => {
    const part = PARTS.find((known) => known === name);
    if (!part) throw new Error(`There is no part ${name}.\n${USAGE}`);
    return part;
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is a number from 1 on.\n${USAGE}`);
  return { parts: parts ?? USUAL, words: positionals, rounds, before, json, write };
}
