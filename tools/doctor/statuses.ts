import { note, problem } from "./examination";
import type { Finding, Setting } from "./report";
import { shownStatus } from "./redacted-text";

interface Row {
  status: string;
  rawStatus: string;
  statusText?: string | undefined;
}

/** Words that identify each label, the most specific first. */
export const ORDER_WORDS = [
  ["pending", /pending|wait|待|等/i],
  ["ended", /end|finish|complet|expire|結束|结束|完成|到期/i],
  ["mining", /mining|挖/i],
  ["paid", /paid|支付|付款/i],
] as const;
export const DEPOSIT_WORDS = [
  ["exception", /exception|fail|abnormal|reject|異常|异常|失敗|失败/i],
  ["unconfirmed", /unconfirm|confirming|pending|wait|未|待|確認中|确认中/i],
  ["completed", /complet|success|done|confirmed|完成|成功/i],
] as const;

/** Compares the upstream's own words for statuses with their meaning in a variable. */
export function checkStatuses(
  variable: { name: string; known: ReadonlyMap<string, string>; words: typeof ORDER_WORDS | typeof DEPOSIT_WORDS },
  rows: readonly Row[],
): { seen: string; findings: Finding[]; settings: Setting[] } {
  const { name, known, words } = variable;
  const byStatus = new Map(rows.filter(({ rawStatus }) => rawStatus !== "").map((row) => [row.rawStatus, row]));
  const wanted = new Map(known);
  const findings: Finding[] = [];
  for (const { rawStatus, statusText = "" } of byStatus.values()) {
    const label = known.get(rawStatus);
    const guess = words.find(([, pattern]) => pattern.test(statusText))?.[0];
    if (label !== undefined && (guess === undefined || guess === label)) continue;
    const text = statusText === "" ? "" : `, which the platform calls "${statusText}"`;
    const meaning = label === undefined ? "has no meaning here" : `is taken for ${label}`;
    findings.push(problem(`status ${shownStatus(rawStatus)} ${meaning}${text}`));
    wanted.set(rawStatus, guess ?? "LABEL");
  }
  const value = [...wanted].map(([raw, label]) => `${shownStatus(raw)}:${label}`).join();
  const why = `a label is one of ${words.map(([label]) => label).join(", ")}`;
  const unseen = [...known.keys()].filter((raw) => !byStatus.has(raw));
  if (rows.length > 0 && unseen.length > 0) findings.push(note(`no row has status ${unseen.join(", ")} yet`));
  return {
    seen: [...byStatus.keys()].map((raw) => `${shownStatus(raw)} (${known.get(raw) ?? "?"})`).join(", "),
    findings,
    settings: findings.some(({ level }) => level === "problem")
      ? [{ level: "problem", variable: name, value, why }]
      : [],
  };
}
