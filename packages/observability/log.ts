import { fstatSync } from "node:fs";
import pino, { type DestinationStream, type Logger } from "pino";
import { ageOf } from "@storefront/resilience/age";
import { batchedOutput, type LogOutput } from "./log-output";
import { requestId } from "./request-id";

/**
 * Makes a logger of JSON lines. Never log a query, body, header, cookie, token or error message: they may quote a
 * visitor.
 *
 * @param level the lowest level that is written: `debug`, `info`, `warn`, `error` or `silent`
 * @param destination standard output by default
 * @param journal `JOURNAL_STREAM`: lines to systemd's journal begin with their priority
 */
export function createLog(level: string, destination?: DestinationStream, journal?: string): Logger {
  const batched = destination ? undefined : batchedOutput(process.stdout);
  const output = batched && isJournal(1, journal) ? withPriorities(batched) : batched;
  return pino(
    {
      level,
      hooks: {
        logMethod(args, write, lineLevel) {
          write.apply(this, args);
          if (lineLevel >= AT_ONCE_FROM) batched?.flush();
        },
      },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const id = requestId();
        return id === undefined ? {} : { requestId: id };
      },
      // The fields are copied only if both objects have some.
      mixinMergeStrategy: (fields: object, mixin: object) => ("requestId" in mixin ? { ...mixin, ...fields } : fields),
    },
    destination ?? output,
  );
}

const AT_ONCE_FROM = pino.levels.values["warn"] ?? 40;

/** Returns true if an output is systemd's journal: `JOURNAL_STREAM` is its device and inode. */
function isJournal(output: 1 | 2, journal: string | undefined): boolean {
  if (journal === undefined) return false;
  const { dev, ino } = fstatSync(output, { bigint: true });
  return journal === `${dev}:${ino}`;
}

/** Syslog priorities by level. The journal reads a line without a priority as 6 (info). */
const PRIORITIES = [
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
] as const;
const PRIORITY_OF_DEBUG = 7;

/** Begins each line with its priority, which the journal removes. */
function withPriorities(output: LogOutput) {
  return {
    flush: (done?: () => void) => output.flush(done),
    [pino.symbols.needsMetadataGsym]: true as const,
    /** The level of the next line; pino sets it. */
    lastLevel: 0,
    write(line: string) {
      const [, priority = PRIORITY_OF_DEBUG] = PRIORITIES.find(([from]) => this.lastLevel >= from) ?? [];
      output.write(`<${priority}>${line}`);
    },
  };
}

/** Writes the reason for the process's end to standard error, before there is a logger. */
export function writeFatal(text: string, journal: string | undefined): void {
  process.stderr.write(isJournal(2, journal) ? text.replace(/^(?=.)/gm, "<2>") : text);
}

let current: Logger | undefined;
let makeLog = (): Logger => createLog("info");

/** Sets the function that makes this process's logger when its first line is written. */
export function setLog(make: () => Logger): void {
  makeLog = make;
  current = undefined;
}

export function log(): Logger {
  return (current ??= makeLog());
}

const REPORT_EVERY_MS = 60_000;

export function onceAMinute<What>(report: (what: What) => void): (what: What) => void {
  let reportedAtMs = -Infinity;
  return (what) => {
    if (ageOf(reportedAtMs) < REPORT_EVERY_MS) return;
    reportedAtMs = Date.now();
    report(what);
  };
}

export interface ErrorDescription {
  name: string;
  code?: string;
  at?: string;
  cause?: ErrorDescription;
}

/** Describes an error without its message: name, code (a constant such as `ECONNREFUSED`), top of stack, cause. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error };
  const description: ErrorDescription = { name: error.name };
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code)) description.code = code;
  const at = stackTop(error);
  if (at !== undefined) description.at = at;
  if (error.cause !== undefined) description.cause = describeError(error.cause);
  return description;
}

function stackTop(error: Error): string | undefined {
  // The message may have several lines and look like a stack frame, so it is removed first.
  const stack = error.stack ?? "";
  const messageAt = error.message ? stack.indexOf(error.message) : -1;
  const frames = messageAt < 0 ? stack : stack.slice(messageAt + error.message.length);
  return /^ +at (.+)$/m.exec(frames)?.[1];
}

/** Logs a bug of ours that would otherwise look like a failed call. */
export function logProgramError(error: unknown): void {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) logError(error);
}

export function logError(error: unknown): void {
  log().error({ error: describeError(error) }, "unhandled error");
}
