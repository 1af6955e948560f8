import { expect, test } from "vitest";
import { asText, csvLine, spreadsheetTime } from "~server/downloads/csv";

test.each([
  ["plain", ["a", "", "c d"], "a,,c d\r\n"],
  ["commas, quotes and line breaks are quoted", ["a,b", 'a"b', "a\nb", "a\rb"], '"a,b","a""b","a\nb","a\rb"\r\n'],
  ["a formula gets an apostrophe", ["=1+1", "+1", "-x", "@A1"], "'=1+1,'+1,'-x,'@A1\r\n"],
  [
    "a formula with full-width or small signs gets an apostrophe",
    ["＝1+1", "＋1", "－1", "＠A1", "﹦1", "﹢1", "﹣1", "﹫A1"],
    "'＝1+1,'＋1,'－1,'＠A1,'﹦1,'﹢1,'﹣1,'﹫A1\r\n",
  ],
  ["a leading tab or line break gets an apostrophe", ["\ta", "\ra", "\na"], '"\'\ta","\'\ra","\'\na"\r\n'],
  ["a semicolon is quoted", ["a;b", "c"], '"a;b",c\r\n'],
  ["a plain negative number is not a formula", ["-1", "-0.5", "-1e5", "-1-1", "--1"], "-1,-0.5,'-1e5,'-1-1,'--1\r\n"],
  ["a formula with quotes gets both", ['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
])("a line of CSV: %s", (_, cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

test.each([
  ...[
    "2026112012345678901",
    "202611201234567890123",
    "007",
    "12E5",
    "1e-7",
    "5.10",
    "3-6",
    "3/4",
    "12:30",
    "50 %",
    "12 PM",
    "9:30 am",
    "7p",
  ],
  ...["$5", "１２３", " 7", "MAR1", "Sep 2026", "12-Dec", "3月1日"],
])("an order number that a spreadsheet would read as a number or date is quoted: %j", (number) => {
  expect(asText(number)).toBe(`'${number}`);
  expect(csvLine([asText(number), "1"])).toBe(`'${number},1\r\n`);
});

test.each(["", "N0", "0xfeed", "12E5F", "E5", "–", "方案 1", "12天", "May", "Mars 1 T", "=1+1T"])(
  "text that is not a formula is unchanged: %j",
  (text) => {
    expect(asText(text)).toBe(text);
  },
);

test.each(["-5", "+5", "=5", "@5"])("text that starts like a formula gets one apostrophe: %j", (text) => {
  expect(csvLine([asText(text)])).toBe(`'${text}\r\n`);
});

test("a time is in UTC+8, in a format that spreadsheets read", () => {
  expect(spreadsheetTime(Date.UTC(2026, 10, 20, 16, 3, 50))).toBe("2026-11-21 00:03:50");
});

test.each([";", "\t"])("a spreadsheet that splits at %j finds no formula either", (separator) => {
  const texts = ["=1", `a${separator}=1`, `a${separator}"=1"`, `a"${separator}""＝1`, "a\n=1", 'a\r\n"@A1', "\t=1"];
  for (const text of texts) {
    const lines = csvLine(["first", text, "last"]).split(/[\r\n]+/);
    // The worst case: it ignores quotes that are not at the start of a cell.
    const cells = lines.flatMap((line) => line.split(separator)).map((cell) => cell.replace(/^"+/, ""));
    for (const cell of cells) expect(cell, text).not.toMatch(/^[=+\-@＝＋－＠]/);
  }
});
