import { z } from "zod";

const level = z.enum(["problem", "note"]);

const findingSchema = z.strictObject({ level, text: z.string() });
export type Finding = z.output<typeof findingSchema>;

/** The number of objects with a field, and the number in which the shop can read it. */
const fieldSchema = z.strictObject({
  name: z.string(),
  of: z.number().int(),
  sent: z.number().int(),
  read: z.number().int(),
});

const callSchema = z.strictObject({
  call: z.string(),
  /** `unreadable` means that there was a response, but the shop would treat it as missing. */
  outcome: z.enum(["read", "refused", "expired", "unreadable", "no answer"]),
  status: z.number().int().nullable(),
  ms: z.number().int(),
  found: z.string(),
  fields: z.array(fieldSchema),
  findings: z.array(findingSchema),
});
export type CallReport = z.output<typeof callSchema>;

/** A variable to set. If only the upstream's operator knows its value, `value` is null or contains `LABEL`. */
const settingSchema = z.strictObject({ level, variable: z.string(), value: z.string().nullable(), why: z.string() });
export type Setting = z.output<typeof settingSchema>;

export const reportSchema = z.strictObject({
  url: z.string(),
  /** 0: everything is readable; 1: there is a problem; 2: nothing responds at this address. */
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  signedIn: z.boolean(),
  calls: z.array(callSchema),
  settings: z.array(settingSchema),
});
export type Report = z.output<typeof reportSchema>;

const SUMMARY = {
  0: "Everything requested can be read.",
  1: "Action needed: see the lines marked ! above.",
  2: "Nothing answers at this address.",
} as const;

/** No response reveals these variables. */
const TO_ASK = "PAY_ROUNDING, PROFIT_RATIO_PERIOD and PROFIT_RATIO_MEANING: ask the platform's operator.";

export function asText({ url, exitCode, signedIn, calls, settings }: Report): string {
  const rows = calls.map(({ call, status, ms, outcome, found }) => [
    call,
    status === null ? `–, ${ms} ms` : `${status}, ${ms} ms`,
    outcome === "refused" || outcome === "expired" ? `${outcome}: ${found}` : found,
  ]);
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0), 8);
  const widths = [widthOf(0), widthOf(1)];
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const table = calls.flatMap(({ findings, fields }, at) => [
    lineOf(rows[at] ?? []),
    ...fieldLines(fields),
    ...findings.map((finding) => `  ${mark(finding)} ${finding.text}`),
  ]);
  const toSet = settings.map(
    (setting) =>
      `  ${mark(setting)} ${setting.variable}${setting.value === null ? "" : `=${setting.value}`}: ${setting.why}`,
  );
  return [
    ...[url, "", lineOf(["call", "answered", "read"]), ...table, ""],
    ...(toSet.length > 0 ? ["To set:", ...toSet, ""] : []),
    ...[`Not visible in any response: ${TO_ASK}`, ...(signedIn ? [] : ["Account reads were skipped."])],
    SUMMARY[exitCode],
  ].join("\n");
}

const mark = ({ level: of }: Pick<Finding, "level">) => (of === "problem" ? "!" : "·");

function fieldLines(fields: CallReport["fields"]): string[] {
  const namesOf = (some: CallReport["fields"]) => some.map(({ name }) => name).join(", ");
  const whole = fields.filter(({ of, read }) => of === read);
  const partly = fields.filter(({ of, read }) => read > 0 && read < of);
  return [
    ...(whole.length > 0 ? [`    with ${namesOf(whole)}`] : []),
    ...(partly.length > 0 ? [`    partly with ${namesOf(partly)}`] : []),
  ];
}
