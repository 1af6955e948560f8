import { stringify } from "lossless-json";
import { isBroken, MISSING } from "~server/upstream/parsers";
import { asText, BYTE_ORDER_MARK, csvLine, spreadsheetTime, SPREADSHEET_ZONE } from "~server/downloads/csv";
import { cellOf, type SentFields } from "~server/upstream/sent-fields";

/** A row of the upstream: as sent, and as parsed. */
export interface Row<Name extends string, Read> {
  sent: SentFields<Name>;
  read?: Read | undefined;
}

/** A column of a file for people: its name in their language, and its cell; a row that cannot be read is as sent. */
export interface Column<Name extends string, Read> {
  title: string;
  /** The upstream's field that it is made of. */
  field?: Name;
  /** It is the name or the number of something, and no figure. */
  isText?: true;
  cell: (read: Read) => string | undefined;
}

/**
 * The two columns of a time: a moment with its zone beside it, or the text as it was sent, which names no zone that one
 * could claim.
 *
 * @param titles of the time, and of its zone
 * @param timeOf the moment in milliseconds since 1970, else the text
 */
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

/** How rows are written into a file, piece by piece. */
export interface FileFormat<R> {
  type: string;
  begin: string;
  /** @param isFirst whether no row was written before */
  rows(rows: readonly R[], isFirst: boolean): string;
  end: string;
  /** The last words of a file that breaks off. */
  brokenOff: string;
}

/** The note in a file that breaks off, for programs. */
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

/** A CSV file for people: columns named in their language (behaviour 2.87). */
export function csvForPeople<Name extends string, Read>(
  columns: readonly Column<Name, Read>[],
  brokenOff: string,
): FileFormat<Row<Name, Read>> {
  const cells = ({ sent, read }: Row<Name, Read>) =>
    columns.map(({ field, cell, isText }) => {
      const text = (read ? cell(read) : field && shown(cellOf(sent[field]))) ?? "";
      return isText ? asText(text) : text;
    });
  return csv(
    columns.map(({ title }) => title),
    cells,
    `${INCOMPLETE}: ${brokenOff}`,
  );
}

/** A CSV file for programs: the upstream's names and values (`?columns=keys`). */
export function csvOfFields<Name extends string>(names: readonly Name[]): FileFormat<{ sent: SentFields<Name> }> {
  return csv(names, ({ sent }) => names.map((name) => cellOf(sent[name])), INCOMPLETE);
}

/** A JSON file with the rows as they were sent. Broken off it is no JSON. */
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
