import { digest } from "~server/crypto/digest";
import { env } from "~server/env";

/** The content of a calendar entry for an order. */
export interface CycleEnd {
  orderNum: string;
  /** In the visitor's language. */
  title: string;
  description: string;
  /** When the cycle can end at the earliest, in milliseconds. */
  endMs: number;
  /** The path of the order's page. */
  path: string;
}

/** The octets of a line, without its end (RFC 5545, 3.1). */
const LINE_MAX_BYTES = 75;

/** A moment as a calendar writes it: `20280514T021050Z`. */
const moment = (timeMs: number): string => new Date(timeMs).toISOString().replace(/[-:]|\.\d{3}/g, "");

/** A text as the value of a property (RFC 5545, 3.3.11). */
const text = (value: string): string => value.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");

/** A line that goes on after a blank where it is too long, never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  // The blank before what goes on counts.
  for (const character of line) {
    const blank = parts.length > 0 ? 1 : 0;
    if (blank + Buffer.byteLength(part + character) > LINE_MAX_BYTES) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part].join("\r\n ");
}

/**
 * The end of an order as a calendar of RFC 5545 (behaviour 2.82; decision 0033): one entry at that moment, and a
 * reminder a day before. The same order has the same entry whenever it is saved.
 *
 * @param nowMs when it is made
 * @returns a text with CRLF at the end of each line
 */
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
