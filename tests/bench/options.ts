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
  /** Whether docs/performance.md is written, with what it is made of. */
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

const USAGE = `npm run bench -- [--only ${PARTS.join("|")}]… [--rounds N] [--before COMMIT] [--write] [words]
  Without --only everything but ${ON_REQUEST.join(" and ")} is measured. BENCH_CACHE=off leaves the page cache out.`;

/**
 * Reads the arguments of `npm run bench`.
 *
 * @throws Error that names the argument it does not understand
 */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: "string", multiple: true },
      rounds: { type: "string", default: String(ROUNDS) },
      before: { type: "string", default: BEFORE },
      write: { type: "boolean", default: false },
    },
  });
  const { only, before, write } = values;
  const parts = only?.map((name) => {
    const part = PARTS.find((known) => known === name);
    if (!part) throw new Error(`There is no part ${name}.\n${USAGE}`);
    return part;
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is a number from 1 on.\n${USAGE}`);
  if (write && positionals.length > 0) throw new Error(`--write is for whole parts, without words.\n${USAGE}`);
  return { parts: parts ?? USUAL, words: positionals, rounds, before, write };
}
