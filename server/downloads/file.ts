import { stringify } from "lossless-json";
import { isBroken, MISSING } from "~server/upstream/parsers";
import { asText, BYTE_ORDER_MARK, csvLine, spreadsheetTime, SPREADSHEET_ZONE } from "~server/downloads/csv";
import { cellOf, type SentFields } from "~server/upstream/sent-fields";

export interface Row<Name extends string, Read> {
  sent: SentFields<Name>;
  read?: Read | undefined;
}

/** A column of a file for people. An unreadable row shows the value as sent. */
export interface Column<Name extends string, Read> {
  title: string;
  field?: Name;
  /** True for an identifier, which is not an amount. */
  isText?: true;
  cell: (read: Read) => string | undefined;
}

/** Makes two columns: a time and its zone. If the zone is unknown, the time stays as sent. */
export function timeColumns<Name extends string, Read>(
  [time, zone]: readonly [string, string],
  field: Name,
  timeOf: (read: Read) => { ms: number | undefined; text: string | undefined },
): Column<Name, Read>[] {
  return [
    {
      title: time,
      field,
      cell: (read) => {
        const { ms, text } = timeOf(read);
        return ms === undefined ? text : spreadsheetTime(ms);
      },
    },
    { title: zone, cell: (read) => (timeOf(read).ms === undefined ? undefined : SPREADSHEET_ZONE) },
  ];
}

export interface FileFormat<R> {
  type: string;
  begin: string;
  rows(rows: readonly R[], isFirst: boolean): string;
  end: string;
  brokenOff: string;
}

const INCOMPLETE = "incomplete";

function csv<R>(titles: readonly string[], cells: (row: R) => readonly string[], brokenOff: string): FileFormat<R> {
  return {
    type: "text/csv; charset=utf-8",
    begin: BYTE_ORDER_MARK + csvLine(titles),
    rows: (rows) => rows.map((row) => csvLine(cells(row))).join(""),
    end: "",
    brokenOff: csvLine([brokenOff]),
  };
}

const shown = (text: string) => (isBroken(text) ? MISSING : text);

/** Removes the characters that allow or prevent line breaks on pages. */
const withoutLayout = (text: string | undefined) => text?.replace(/[\u200b\u2060]/g, "").replace(/\u00a0/g, " ");

export function csvForPeople<Name extends string, Read>(
  columns: readonly Column<Name, Read>[],
  brokenOff: string,
): FileFormat<Row<Name, Read>> {
  const cells = ({ sent, read }: Row<Name, Read>) =>
    columns.map(({ field, cell, isText }) => {
      const text = (read ? withoutLayout(cell(read)) : field && shown(cellOf(sent[field]))) ?? "";
      return isText ? asText(text) : text;
    });
  return csv(
    columns.map(({ title }) => title),
    cells,
    `${INCOMPLETE}: ${brokenOff}`,
  );
}

/** Formats a CSV file for programs, with the upstream's names and values (`?columns=keys`). */
export function csvOfFields<Name extends string>(names: readonly Name[]): FileFormat<{ sent: SentFields<Name> }> {
  return csv(names, ({ sent }) => names.map((name) => cellOf(sent[name])), INCOMPLETE);
}

/** Formats the rows as sent. An incomplete file is deliberately invalid JSON. */
export function jsonFile<Name extends string>(list: string): FileFormat<{ sent: SentFields<Name> }> {
  return {
    type: "application/json; charset=utf-8",
    begin: `{${JSON.stringify(list)}:[`,
    rows: (rows, isFirst) =>
      rows.map(({ sent }, at) => `${isFirst && at === 0 ? "" : ","}\n${stringify(sent) ?? "{}"}`).join(""),
    end: "\n]}\n",
    brokenOff: "",
  };
}
