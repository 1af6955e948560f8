import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { ROOT } from "../support/steps";
import type { Compared } from "./before";
import type { Visited } from "./browser";
import type { Connected } from "./connections";
import type { Scored } from "./lighthouse";
import type { Peer } from "./peers";
import type { Photographed } from "./photos";
import type { Scaled } from "./scaling";
import type { SideBySide } from "./side-by-side";
import type { Troubled } from "./trouble";

export interface Results {
  before: Compared[];
  cached: SideBySide[];
  rendered: SideBySide[];
  peers: Peer[];
  hang: Troubled[];
  failing: Troubled[];
  growth: Scaled[];
  instances: Scaled[];
  connections: Connected[];
  browser: Visited[];
  photos: Photographed[];
  lighthouse: Scored[];
}

export type Part = keyof Results;

/** A part's results, with commit and machine. */
export interface Measured<Rows> {
  date: string;
  commit: string;
  machine: string;
  rows: Rows;
}

/** The last results of each part. */
export type AllMeasured = { [Name in Part]?: Measured<Results[Name]> };

const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

/** Names the machine by its cores and their model. */
export function machineName(): string {
  const models = [...new Set(cpus().map(({ model }) => model.trim()))].join(", ");
  return `${cpus().length} cores (${models}), Node ${process.versions.node}`;
}

/** Marks results with the day, the commit and the machine. */
export function marked<Rows>(rows: Rows): Measured<Rows> {
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", "app", "server", "package.json");
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: git("rev-parse", "--short", "HEAD") + (changed ? " with changes" : ""),
    machine: machineName(),
    rows,
  };
}

/** Reads the results of earlier runs; empty if there is no such file. */
export function readRecord(file: string): AllMeasured {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as AllMeasured;
  } catch {
    return {};
  }
}

export function writeRecord(file: string, record: AllMeasured): void {
  // A measurement is one line.
  const text = JSON.stringify(record, null, 2).replace(/\{\s+([^{}[\]]*?)\s+\}/g, (_, parts: string) => {
    return `{ ${parts.replace(/\s*\n\s*/g, " ")} }`;
  });
  writeFileSync(file, `${text}\n`);
}
