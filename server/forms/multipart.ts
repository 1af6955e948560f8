import { MIMEType } from "node:util";

const PARTS_MAX = 100;
/** Browsers send two or three headers, with a file name of a few hundred characters. */
const HEAD_MAX_BYTES = 8 * 1024;
/** Maximum of RFC 2046, 5.1.1. */
const BOUNDARY_MAX_LENGTH = 70;
/** No real file name has this many spaces in a row. */
const BLANKS = /[\t ]{64}/;
const HEAD_END = Buffer.from("\r\n\r\n");
const DISPOSITION = /^content-disposition:(.*)$/im;

/** The body ended before its last boundary, or could not be read to its end. */
export class BodyInterrupted extends Error {
  override name = "BodyInterrupted";
  readonly status: unknown;
  constructor(cause?: unknown) {
    super("The body did not come whole.", { cause });
    this.status = (cause as { status?: unknown } | undefined)?.status;
  }
}

export interface Part {
  name: string;
  /** Empty for a file field left blank; null for a text. */
  filename: string | null;
  /** Must be read completely, or not at all, before the next part. */
  content: AsyncIterable<Buffer>;
}

/**
 * Yields the parts of a form (RFC 7578) one by one without reading ahead, so that the reader sets the sender's pace and
 * gets the errors. (An exception in an event of @fastify/busboy 3 ended the process, and a skipped part stalled.)
 *
 * @throws BodyInterrupted; RangeError for too many parts; Error for a malformed form
 */
export async function* partsOf(bytes: AsyncGenerator<Uint8Array>, contentType: string): AsyncGenerator<Part> {
  const chunks = interruptible(bytes);
  // The body may start with the first boundary, without a line break before it.
  let ahead = Buffer.from("\r\n");

  async function readMore(): Promise<void> {
    const next = await chunks.next();
    if (next.done) throw new BodyInterrupted();
    ahead = Buffer.concat([ahead, next.value]);
  }

  async function* until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = ahead.indexOf(mark);
      // The boundary may begin in the last bytes.
      const end = at < 0 ? Math.max(ahead.length - mark.length + 1, 0) : at;
      const piece = ahead.subarray(0, end);
      ahead = ahead.subarray(at < 0 ? end : at + mark.length);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
      await readMore();
    }
  }

  try {
    const boundary = readType(contentType).params.get("boundary");
    if (!boundary || boundary.length > BOUNDARY_MAX_LENGTH) throw new Error("The body has no boundary.");
    const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
    await discard(until(delimiter));
    for (let parts = 0; ; parts += 1) {
      while (ahead.length < 2) await readMore();
      if (ahead.toString("latin1", 0, 2) === "--") break;
      if (parts === PARTS_MAX) throw new RangeError("Too many parts.");
      const content = until(delimiter);
      yield { ...partOf(await readHead(until(HEAD_END))), content };
      await discard(content);
    }
    await discard(chunks);
  } finally {
    await chunks.return(undefined);
  }
}

async function* interruptible(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw new BodyInterrupted(error);
  }
}

async function discard(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await bytes.next()).done);
}

async function readHead(pieces: AsyncIterable<Buffer>): Promise<string> {
  let head = "";
  for await (const piece of pieces) {
    head += piece.toString("latin1");
    if (head.length > HEAD_MAX_BYTES) throw new Error("The head of a part is too long.");
  }
  return head;
}

/** @param head begins with the rest of the boundary's line */
function partOf(head: string): Pick<Part, "name" | "filename"> {
  const [, disposition = ""] = DISPOSITION.exec(head) ?? [];
  // The header has the form of a media type's subtype with parameters.
  const { subtype, params } = readType(`multipart/${disposition.trim()}`);
  const name = params.get("name");
  if (!head.startsWith("\r\n") || subtype !== "form-data" || !name) throw new Error("A part is not a form field.");
  return { name, filename: params.get("filename") };
}

/** Node's parser takes quadratic time for spaces in a row: 16 kB of them would block the event loop for a second. */
function readType(text: string): MIMEType {
  if (BLANKS.test(text)) throw new Error("There are too many spaces in a row.");
  return new MIMEType(text);
}
