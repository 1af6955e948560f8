import { cpus } from "node:os";
import type { Variant } from "./attack";
import { HEALTHZ_MAX_MS, RSS_MAX_MB, type Verdict } from "./play";

/** Formats the results of a siege as text. */

export const variantName = ({ store, front }: Variant, major: string) =>
  `Node ${major}, ${store}, ${front === "direct" ? front : `behind ${front}`}`;

const figure = (value: number, digits = 0) => (Number.isNaN(value) ? "–" : value.toFixed(digits));

const HEAD = [
  "attack",
  "item",
  "RSS MB",
  "all MB",
  "/healthz ms",
  "by clock",
  "calm ms",
  "bought s",
  "retries",
  "result",
];

const rowOf = (verdict: Verdict): string[] => [
  ...[verdict.attack.name, verdict.attack.item, figure(verdict.rssMb), figure(verdict.totalMb)],
  ...[
    figure(verdict.healthzMs),
    figure(verdict.clockMs),
    figure(verdict.calmMs),
    figure(verdict.buySeconds, 1),
    String(verdict.buyRetries),
  ],
  verdict.wrong.length === 0 ? "withstood" : `**FAILED**: ${verdict.wrong.join("; ")}`,
];

export const lineOf = (verdict: Verdict): string =>
  `| ${rowOf(verdict)
    .map((cell, index) => cell.replaceAll("\n", " ").padEnd([24, 4, 6, 6, 11, 8, 7, 8, 7][index] ?? 0))
    .join(" | ")} |`;

export const headLine = (): string =>
  `| ${HEAD.map((cell, index) => cell.padEnd([24, 4, 6, 6, 11, 8, 7, 8, 7][index] ?? 0)).join(" | ")} |`;

export function reportOf(variants: readonly { name: string; verdicts: readonly Verdict[] }[]): string {
  const attacks = [...new Map(variants.flatMap(({ verdicts }) => verdicts.map(({ attack }) => [attack.name, attack])))];
  return [
    "# The last siege",
    "",
    "`npm run siege -- --all --write` writes this file. Each attack strikes the build, whose processes have 1 GiB",
    "together, while a visitor buys. It is withstood when the process lives, has at most " +
      `${RSS_MAX_MB} MB (sampled every 50 ms), answers /healthz within ${HEALTHZ_MAX_MS} ms (asked every 100 ms), and the`,
    "purchase goes through.",
    "",
    `${new Date().toISOString().slice(0, 10)}; ${cpus().length} cores.`,
    "",
    "| attack | item | what is sent |",
    "| --- | --- | --- |",
    ...attacks.map(([name, { item, sent }]) => `| ${name} | ${item} | ${sent} |`),
    "",
    'RSS is of the process itself, "all" is with its children (the system\'s own count where it limits them). The time of',
    "/healthz is without that in which the machine had no core for the process; beside it is what a clock shows.",
    ...variants.flatMap(({ name, verdicts }) => [
      "",
      `## ${name}`,
      "",
      `| ${HEAD.join(" | ")} |`,
      `| ${HEAD.map(() => "---").join(" | ")} |`,
      ...verdicts.map((verdict) => `| ${rowOf(verdict).join(" | ").replaceAll("\n", " ")} |`),
    ]),
    "",
  ].join("\n");
}
