import { digest } from "~server/crypto/digest";
import { env } from "~server/env";

export interface CycleEnd {
  orderNum: string;
  title: string;
  description: string;
  endMs: number;
  path: string;
}

/** Maximum number of octets in a line, without its end (RFC 5545, 3.1). */
const LINE_MAX_BYTES = 75;

const moment = (timeMs: number): string => new Date(timeMs).toISOString().replace(/[-:]|\.\d{3}/g, "");

const text = (value: string): string => value.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");

/** Folds long lines, never within a character or an escape, which Google Calendar would not read. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  // The space at the start of a continuation line counts.
  for (const unit of line.match(/\\?[^]/gu) ?? []) {
    const blank = parts.length > 0 ? 1 : 0;
    if (blank + Buffer.byteLength(part + unit) > LINE_MAX_BYTES) {
      parts.push(part);
      part = "";
    }
    part += unit;
  }
  return [...parts, part].join("\r\n ");
}

/** Writes the end of an order as a calendar (RFC 5545) with a reminder a day before. Its UID never changes. */
export function cycleEndCalendar({ orderNum, title, description, endMs, path }: CycleEnd, nowMs: number): string {
  const { PUBLIC_ORIGIN } = env();
  const { hostname } = new URL(PUBLIC_ORIGIN);
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", `PRODID:-//${text(hostname)}//Orders//EN`, "BEGIN:VEVENT"],
    `UID:${digest("calendar", orderNum)}@${hostname}`,
    `DTSTAMP:${moment(nowMs)}`,
    `DTSTART:${moment(endMs)}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(description)}`,
    `URL:${PUBLIC_ORIGIN}${path}`,
    ...["BEGIN:VALARM", "ACTION:DISPLAY", `DESCRIPTION:${text(title)}`, "TRIGGER:-P1D", "END:VALARM"],
    ...["END:VEVENT", "END:VCALENDAR"],
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
