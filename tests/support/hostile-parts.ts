/** A part of a multipart body that no browser sends. If it is `refused`, forms must not accept it. */
export interface HostilePart {
  head: string;
  content?: string;
  refused: boolean;
}

const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;

const noFields = [
  ...[
    "",
    "; name",
    "; name=",
    '; name=""',
    ";",
    ";;;",
    '; filename="a.jpg"',
    "; filename",
    "; name*=utf-8''",
    "; =x",
  ].map((parameters) => `Content-Disposition: form-data${parameters}`),
  "Content-Disposition: form-data\r\nContent-Type: application/octet-stream",
  "Content-Disposition: attachment; name=note",
  "Content-Disposition:",
  "Content-Disposition",
  ": form-data; name=note",
  "no colon",
  "\r\n\r\n",
  `${field("note")}\r\n${"X-Header: y\r\n".repeat(5_000)}X: z`,
  `X-Header: ${"y".repeat(200_000)}\r\n${field("note")}`,
];

const unusualFields = [
  ...["gbk", "utf-16", "utf-16le", "big5", "shift_jis", "", '""', "base64", "latin1", "no-such-charset"].map(
    (charset) => `${field("note")}\r\nContent-Type: text/plain; charset=${charset}`,
  ),
  ...["text/plain; charset", ";", "; charset=gbk", "multipart/mixed; boundary=x", 'a/b; c="', "", "\0"].map(
    (type) => `${field("note")}\r\nContent-Type: ${type}`,
  ),
  ...["gbk''x", "utf-16''%00", "big5''%A4%40", "''x", "x", "", "utf-8''%FF", "no-such-charset''%E7"].map(
    (filename) => `${field("first")}; filename*=${filename}`,
  ),
  `${field("note")}\r\n__proto__: x\r\nconstructor: y`,
  `${field("note")}\r\n folded\r\n\tfolded: too`,
  `${field("note")}\r\nContent-Transfer-Encoding: base64`,
  field("__proto__"),
  field("\xff\xfe"),
  field("a\nb"),
];

export const HOSTILE_PARTS: readonly HostilePart[] = [
  ...noFields.map((head) => ({ head, refused: true })),
  ...unusualFields.map((head) => ({ head, refused: false })),
  // These texts are not UTF-8.
  ...["\xff\xfe", "\xe7\x8e"].map((content) => ({ head: field("note"), content, refused: true })),
  { head: `${field("note")}\r\nContent-Type: text/plain; charset=big5`, content: "\xa4\xa4\xa4\xe5", refused: true },
];

/** Returns a multipart body with the boundary `x` whose last part is this one. */
export function hostileBody({ head, content = "z" }: HostilePart, before = ""): Buffer {
  return Buffer.from(`${before}--x\r\n${head}\r\n\r\n${content}\r\n--x--\r\n`, "latin1");
}

/** Returns a text part that precedes a hostile part. */
export const textPart = (name: string, value: string) => `--x\r\n${field(name)}\r\n\r\n${value}\r\n`;
