import { fstatSync } from "node:fs";
import pino, { type DestinationStream, type Logger } from "pino";
import { ageOf } from "@storefront/resilience/age";
import { batchedOutput, type LogOutput } from "./log-output";
import { requestId } from "./request-id";

/**
 * JSON lines on standard output. A line never contains a query, a body, a header, a cookie or a token. Of an error it
 * contains only the program's own words: its message may quote what a visitor typed. Lines that are written during a
 * request carry that request's id.
 */

/**
 * Makes a logger.
 *
 * @param level the least level that is written
 * @param destination where lines go, standard output by default
 * @param journal what systemd says of its journal (`JOURNAL_STREAM`): lines that go there have their priority
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
      // Copied only where both have fields.
      mixinMergeStrategy: (fields: object, mixin: object) => ("requestId" in mixin ? { ...mixin, ...fields } : fields),
    },
    destination ?? output,
  );
}

/** Warnings and errors are written immediately. */
const AT_ONCE_FROM = pino.levels.values["warn"] ?? 40;

/** Whether an output is the stream of systemd's journal: its device and inode, as `JOURNAL_STREAM` has them. */
function isJournal(output: 1 | 2, journal: string | undefined): boolean {
  if (journal === undefined) return false;
  const { dev, ino } = fstatSync(output, { bigint: true });
  return journal === `${dev}:${ino}`;
}

/** From which level on a line has which priority of syslog; the journal takes a line without one for 6 (info). */
const PRIORITIES = [
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
] as const;
const PRIORITY_OF_DEBUG = 7;

/** Begins each line with its priority, which the journal takes off again: `journalctl -p warning` finds by it. */
function withPriorities(output: LogOutput) {
  return {
    flush: (done?: () => void) => output.flush(done),
    [pino.symbols.needsMetadataGsym]: true as const,
    /** Of the line that comes next; pino sets it. */
    lastLevel: 0,
    write(line: string) {
      const [, priority = PRIORITY_OF_DEBUG] = PRIORITIES.find(([from]) => this.lastLevel >= from) ?? [];
      output.write(`<${priority}>${line}`);
    },
  };
}

/**
 * Writes why the process ends, to standard error, before there is a logger.
 *
 * @param text whole lines; in the journal each has the priority of `fatal`
 * @param journal as for `createLog`
 */
export function writeFatal(text: string, journal: string | undefined): void {
  process.stderr.write(isJournal(2, journal) ? text.replace(/^(?=.)/gm, "<2>") : text);
}

/** How the logger of a process writes. */
export interface LogOptions {
  /** The least level: `debug`, `info`, `warn`, `error` or `silent`. */
  level: string;
  /** `JOURNAL_STREAM`, where systemd sets it. */
  journal?: string | undefined;
}

let current: Logger | undefined;
let options = (): LogOptions => ({ level: "info" });

/**
 * Sets how this process's logger writes.
 *
 * @param read called when the first line is written
 */
export function setLogOptions(read: () => LogOptions): void {
  options = read;
}

/** The logger of this process: `info` and above, unless `setLogOptions` says otherwise. */
export function log(): Logger {
  if (current) return current;
  const { level, journal } = options();
  return (current = createLog(level, undefined, journal));
}

/** Lets this process log elsewhere, for tests; undefined puts back its own logger. */
export function useLog(logger: Logger | undefined): void {
  current = logger;
}

const REPORT_EVERY_MS = 60_000;

/**
 * Limits how often a failure is reported that comes again with every request.
 *
 * @param report writes one line
 * @returns the same, which does so at most once a minute
 */
export function onceAMinute<What>(report: (what: What) => void): (what: What) => void {
  let reportedAtMs = -Infinity;
  return (what) => {
    if (ageOf(reportedAtMs) < REPORT_EVERY_MS) return;
    reportedAtMs = Date.now();
    report(what);
  };
}

/** The parts of an error that a log may contain. */
export interface ErrorDescription {
  name: string;
  code?: string;
  at?: string;
  cause?: ErrorDescription;
}

/**
 * Describes an error without its message.
 *
 * @param error anything that was thrown
 * @returns its name, its code when it is a constant such as `ECONNREFUSED`, the top of its stack, and its cause
 */
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
  // The stack repeats the message, which may span lines and look like a frame: it is cut off first.
  const stack = error.stack ?? "";
  const messageAt = error.message ? stack.indexOf(error.message) : -1;
  const frames = messageAt < 0 ? stack : stack.slice(messageAt + error.message.length);
  return /^ +at (.+)$/m.exec(frames)?.[1];
}

/**
 * Logs an error that is a fault of this program, where a failure of what it calls is expected and handled: without it
 * the fault would pass for the failure.
 */
export function logProgramError(error: unknown): void {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) logError(error);
}

/** Writes an unhandled error to the log of this process. */
export function logError(error: unknown): void {
  log().error({ error: describeError(error) }, "unhandled error");
}
