import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { spool, type Spooled } from "~server/forms/spool";

/** The size limit of a form's texts. */
export const FORM_MAX_BYTES = 64 * 1024;

/** The files that a form may carry. */
export interface FileRules {
  /** Names of its file fields, one file each; any other file is discarded. */
  slots: readonly string[];
  maxBytesEach: number;
}

/** What came in a file field. One that was left blank is not there at all. */
export type SentFile =
  | {
      state: "sent";
      sizeBytes: number;
      sha256: string;
      /** Its content, until the response. Each call makes a copy, so read it only when its turn has come. */
      read: () => Promise<Buffer>;
    }
  | { state: "empty" }
  | { state: "tooLarge" };
export type SentFiles = Readonly<Record<string, SentFile | undefined>>;

/** The field that has to come first, and whether files after it may be stored. */
export interface FirstField {
  name: string;
  mayKeepFiles: (value: string) => Promise<boolean>;
}

/** The content of a multipart body. */
export interface Multipart {
  fields: [name: string, value: string][];
  files: SentFiles;
  /** Deletes the stored files; call it when they are no longer needed. */
  release: () => Promise<void>;
}

/** More fields than any form with files has. */
const FIELDS_MAX = 100;

/**
 * Reads a multipart body: texts of at most 64 kB, and the files that the form asks for. A file that is too large is
 * discarded as it comes, and the rest is still read. Without the right first field no file is stored, and a later field
 * of that name does not count.
 *
 * @throws TooBusy when this process stores too much already; RangeError for too much text; Error when the body is
 *   malformed
 */
export async function readMultipart(
  request: Request,
  { slots, maxBytesEach }: FileRules,
  first: FirstField,
): Promise<Multipart> {
  const fields: [string, string][] = [];
  const files = new Map<string, SentFile | null>();
  const spooled: Spooled[] = [];
  const streams: BusboyFileStream[] = [];
  const taking: Promise<void>[] = [];
  let mayKeep: Promise<boolean> | undefined;
  let textBytes = 0;
  const release = () => Promise.all(spooled.map((file) => file.drop())).then(() => undefined);

  const parser = new Busboy({
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    // One byte more than is allowed: a file that ends exactly at its limit is not too large.
    limits: { fileSize: maxBytesEach + 1, files: slots.length * 2, fields: FIELDS_MAX, fieldSize: FORM_MAX_BYTES },
  });
  parser.on("field", (name, value, nameCut, valueCut) => {
    textBytes += name.length + value.length;
    if (nameCut || valueCut || textBytes > FORM_MAX_BYTES) {
      parser.destroy(new RangeError("The fields are too long."));
      return;
    }
    const isFirst = mayKeep === undefined;
    mayKeep ??= name === first.name ? first.mayKeepFiles(value) : Promise.resolve(false);
    mayKeep.catch((error: unknown) => parser.destroy(error as Error));
    if (isFirst || name !== first.name) fields.push([name, value]);
  });
  parser.on("file", (name: string, stream: BusboyFileStream, filename: string | undefined) => {
    mayKeep ??= Promise.resolve(false);
    // A stream that breaks off ends the parser with the same error, which is the one to report.
    stream.on("error", () => undefined);
    if (!slots.includes(name) || files.has(name)) return stream.resume();
    files.set(name, null);
    streams.push(stream);
    taking.push(take(name, stream, filename, mayKeep).catch((error: unknown) => void parser.destroy(error as Error)));
  });

  async function take(
    name: string,
    stream: BusboyFileStream,
    filename: string | undefined,
    allowed: Promise<boolean>,
  ): Promise<void> {
    if (!(await allowed)) return void stream.resume();
    const file = spool();
    spooled.push(file);
    const hash = createHash("sha256");
    let sizeBytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      // Read on to its end, or the parser would wait for it.
      if (sizeBytes > maxBytesEach) await file.drop();
      else {
        hash.update(chunk);
        await file.append(chunk);
      }
    }
    if (sizeBytes > maxBytesEach) files.set(name, { state: "tooLarge" });
    else if (sizeBytes > 0) {
      files.set(name, { state: "sent", sizeBytes, sha256: hash.digest("base64url"), read: file.read });
    }
    // A field that was left blank has no file name.
    else if (filename) files.set(name, { state: "empty" });
  }

  try {
    await pipeline(chunksOf(request.body), parser);
    await Promise.all(taking);
  } catch (error) {
    for (const stream of streams) stream.destroy();
    await Promise.all(taking);
    await release();
    throw error;
  }
  const sent = [...files].flatMap(([name, file]) => (file ? [[name, file] as const] : []));
  return { fields, files: Object.fromEntries(sent), release };
}

/** The bytes of a body as they come; receiving stops when the reader stops. */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // The rest of an abandoned body is not read. Cancelling fails harmlessly when its sender has disconnected.
    await reader.cancel().catch(() => undefined);
  }
}

/** Stands for the files of a form, so that the same form with another file is another form. */
export function digestsOf(files: SentFiles): string[] {
  return Object.entries(files).map(
    ([slot, file]) => `${slot}:${String(file?.state === "sent" ? file.sha256 : file?.state)}`,
  );
}
