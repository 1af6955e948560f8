import { SessionExpired, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";
import { env } from "~server/env";
import { createObserver, type Observation } from "./observation";
import type { CallReport, Finding, Setting } from "./report";

export interface Question<T> {
  /** The last part of the call's path, with a variant in brackets. */
  call: string;
  run: () => Promise<T>;
  /** The fields that the shop shows or needs. */
  expected?: readonly string[];
  /** The level if no object has such a field; "problem" by default. */
  without?: Finding["level"];
  /** The level if the call fails; "problem" by default. */
  failure?: Finding["level"];
  tell: (value: T, observed: Observation) => { found: string; findings?: Finding[] };
}

export type Examination = ReturnType<typeof createExamination>;

export const problem = (text: string): Finding => ({ level: "problem", text });
export const note = (text: string): Finding => ({ level: "note", text });

export function createExamination() {
  const calls: CallReport[] = [];
  const settings: Setting[] = [];
  const observer = createObserver();
  return {
    calls,
    settings,
    observer,
    /** Proposes a variable, unless it already has this value. */
    suggest: (setting: Setting): void => {
      const value = setting.value === currentValue(setting.variable) ? null : setting.value;
      const known = settings.findIndex(({ variable }) => variable === setting.variable);
      settings.splice(known < 0 ? settings.length : known, 1, { ...setting, value });
    },
    /** Makes a call. Returns undefined if the shop cannot read the response. */
    ask: async <T>(question: Question<T>): Promise<T | undefined> => {
      const { call, run, expected = [], without = "problem", failure = "problem", tell } = question;
      observer.begin(call);
      const startedAtMs = performance.now();
      const result = await run().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      const ms = Math.round(performance.now() - startedAtMs);
      const observed = observer.last();
      const made = { call, status: observed.status ?? null, ms };
      if ("error" in result) {
        const { outcome, found } = failureOf(result.error, observed.status);
        calls.push({ ...made, outcome, found, fields: [], findings: [{ level: failure, text: FAILED[outcome] }] });
        return undefined;
      }
      const { found, findings = [] } = tell(result.value, observed);
      const fields = expected.flatMap((name) => {
        const { of = 0, sent = 0, read = 0 } = observed.fields.get(name) ?? {};
        return of > 0 ? [{ name, of, sent, read }] : [];
      });
      const odd = [...findings, ...oddFields(observed, expected, without)];
      calls.push({ ...made, outcome: "read", found, fields, findings: odd });
      return result.value;
    },
  };
}

function currentValue(variable: string): string | undefined {
  const value = new Map<string, unknown>(Object.entries(env())).get(variable);
  if (value instanceof Map) return [...value].map(([name, meaning]) => `${String(name)}:${String(meaning)}`).join();
  return value === undefined ? undefined : String(value);
}

const FAILED = {
  refused: "the platform refuses this call",
  expired: "the platform wants another session for this call",
  unreadable: "the shop would show that this cannot be read",
  "no answer": "the shop would show that this cannot be read",
} as const;

function failureOf(error: unknown, status: number | undefined) {
  if (error instanceof UpstreamRejected) {
    return { outcome: "refused", found: `code ${error.code} ${error.upstreamMessage ?? ""}`.trimEnd() } as const;
  }
  if (error instanceof SessionExpired) return { outcome: "expired", found: "no session" } as const;
  if (!(error instanceof UpstreamUnavailable)) throw error;
  return { outcome: status === undefined ? "no answer" : "unreadable", found: error.message } as const;
}

/** Returns findings about fields that are missing or unreadable in some objects. */
function oddFields({ fields }: Observation, expected: readonly string[], without: Finding["level"]): Finding[] {
  const unreadable = [...fields].flatMap(([name, { of, sent, read, broken, unreadable: forms }]) => {
    if (sent === read) return [];
    const text = `${name}: cannot be read in ${sent - read} of ${of}, such as ${[...forms].join(", ")}`;
    // No setting repairs bytes. If a rule depends on such a text, it has its own finding.
    return [sent - read > broken ? problem(text) : note(text)];
  });
  const missing = expected.flatMap((name) => {
    const { of = 0, sent = 0 } = fields.get(name) ?? {};
    if (of === 0 || sent === of) return [];
    return [
      sent === 0 ? { level: without, text: `${name}: missing` } : note(`${name}: missing in ${of - sent} of ${of}`),
    ];
  });
  return [...unreadable, ...missing];
}
