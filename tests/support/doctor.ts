import { PassThrough } from "node:stream";
import { doctor } from "~tools/doctor/doctor";
import { openPrompts } from "~tools/doctor/prompts";
import { reportSchema, type Report } from "~tools/doctor/report";
import { withEnv } from "./environment";

/** A run of the doctor, with input from a pipe. */
interface Run {
  /** The typed lines, one for each question. */
  typed?: readonly string[];
  options?: readonly string[];
  variables?: Record<string, string>;
  deadlineMs?: number;
}

/** The output of a run: its result, and its questions, which go to standard error. */
export interface Printed {
  text: string;
  asked: string;
  exitCode: number | string | null | undefined;
}

/** Runs the doctor on an upstream, in an environment that names none. */
export async function runDoctor(
  url: string,
  { typed = [], options = [], variables, ...rest }: Run = {},
): Promise<Printed> {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(typed.map((line) => `${line}\n`).join(""));
  const unset = { UPSTREAM_URL: undefined, PUBLIC_ORIGIN: undefined, SESSION_SECRET: undefined };
  try {
    const text = await withEnv({ ...unset, ...variables }, () =>
      doctor([url, ...options], { openPrompts: () => openPrompts(input, output), ...rest }),
    );
    return { text, asked: String(output.read() ?? ""), exitCode: process.exitCode };
  } finally {
    process.exitCode = undefined;
  }
}

/** Runs the doctor with `--json` and returns its report, whose form programs rely on. */
export async function diagnose(url: string, { options = [], ...run }: Run = {}): Promise<Report> {
  const { text, exitCode } = await runDoctor(url, { ...run, options: [...options, "--json"] });
  const report = reportSchema.parse(JSON.parse(text));
  if (report.exitCode !== exitCode) throw new Error(`The process exits with ${String(exitCode)}`);
  return report;
}

/** Returns the texts of a call's findings that are problems. */
export function problemsOf({ calls }: Report, name: string): string[] {
  const findings = calls.filter(({ call }) => call.startsWith(name)).flatMap((call) => call.findings);
  return findings.filter(({ level }) => level === "problem").map(({ text }) => text);
}

/** Returns the value that the report proposes for a variable. */
export function settingOf({ settings }: Report, name: string): Report["settings"][number] | undefined {
  return settings.find(({ variable }) => variable === name);
}
