import { randomBytes } from "node:crypto";
import { completeEnv } from "~server/env";
import { DEFAULT_LOCALE } from "~server/i18n/locale";
import type { UpstreamContext } from "~server/upstream/client";
import { createExamination } from "./examination";
import { checkPictures } from "./pictures";
import { readPrivate, readProductAccount } from "./private-reads";
import { openPrompts, type Prompts } from "./prompts";
import { readPublic } from "./public-reads";
import { asText, type Report } from "./report";
import { cleaner } from "./redacted-text";
import { signIn } from "./sign-in";
import { checkWriting } from "./writing";

/** Makes every read that the shop makes, and reports problems and the variables to set. It changes nothing. */

const USAGE = "usage: npm run doctor -- [URL] [--json] [--public] [--addresses]";
const OPTIONS: ReadonlySet<string> = new Set(["--json", "--public", "--addresses"]);

/** The parts that tests replace. */
interface Surroundings {
  openPrompts?: () => Prompts;
  deadlineMs?: number;
}

/**
 * Runs the command and sets the exit code. `--public` asks for no account; `--addresses` reads deposit addresses.
 * Throws an Error with the usage, or an EnvironmentError.
 */
export async function doctor(args: readonly string[], surroundings: Surroundings = {}): Promise<string> {
  const options = new Set(args.filter((arg) => arg.startsWith("-")));
  const [address, ...more] = args.filter((arg) => !arg.startsWith("-"));
  if (more.length > 0 || [...options].some((option) => !OPTIONS.has(option))) throw new Error(USAGE);
  const report = await examine(address, { ...surroundings, options });
  process.exitCode = report.exitCode;
  return options.has("--json") ? JSON.stringify(report, null, 2) : asText(report);
}

async function examine(
  address: string | undefined,
  { options, openPrompts: open = openPrompts, deadlineMs }: Surroundings & { options: ReadonlySet<string> },
): Promise<Report> {
  // The shop's modules require these, but they are sent nowhere.
  const needed = { PUBLIC_ORIGIN: "http://localhost", SESSION_SECRET: randomBytes(32).toString("hex") };
  const fixed = { LOG_LEVEL: "silent", ...(address === undefined ? {} : { UPSTREAM_URL: address }) };
  const { UPSTREAM_URL } = completeEnv(needed, fixed);
  const { origin, pathname } = new URL(UPSTREAM_URL);
  // The reads count as a background payment, so that a failure affects no other read.
  const context: UpstreamContext = { locale: DEFAULT_LOCALE, isBackground: true, forPayment: "doctor", deadlineMs };
  const secrets: string[] = [];
  const examination = createExamination();
  let token: string | undefined;
  try {
    const known = await readPublic(examination, context);
    const answers = examination.calls.some(({ status }) => status !== null);
    if (answers && !options.has("--public")) {
      const prompts = open();
      token = await signIn(examination, context, { ...known, prompts, secrets }).finally(() => prompts.close());
    }
    const withAddresses = options.has("--addresses");
    if (token !== undefined) await readPrivate(examination, { ...context, token }, { ...known, withAddresses });
    else await readProductAccount(examination, context, known.product);
    await checkPictures(examination);
    checkWriting(examination);
  } finally {
    examination.observer.end();
  }
  const { calls, settings } = examination;
  if (calls.some(({ status }) => status !== null) && calls.every(({ outcome }) => outcome === "unreadable")) {
    const why = "the service there is not the platform: the address must be the part before /fe-ex-api";
    examination.suggest({ level: "problem", variable: "UPSTREAM_URL", value: null, why });
  }
  const found = { url: `${origin}${pathname.replace(/\/$/, "")}`, signedIn: token !== undefined, calls, settings };
  const clean = cleaner(secrets);
  const shown = (_: string, value: unknown): unknown => (typeof value === "string" ? clean(value) : value);
  return JSON.parse(JSON.stringify({ ...found, exitCode: exitCodeOf(found) }, shown)) as Report;
}

function exitCodeOf({ calls, settings }: Pick<Report, "calls" | "settings">): Report["exitCode"] {
  if (calls.every(({ status }) => status === null)) return 2;
  const findings = [...settings, ...calls.flatMap((call) => call.findings)];
  return findings.some(({ level }) => level === "problem") ? 1 : 0;
}
