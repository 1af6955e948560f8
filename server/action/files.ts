import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { FORM_MAX_BYTES, UPLOADS_HELD_MAX_BYTES } from "~server/constants";

/** The files that a form may carry. */
export interface FileRules {
  /** Names of its file fields, one file each; whatever else is sent is thrown away. */
  slots: readonly string[];
  maxBytesEach: number;
}

/** What came in a file field. One that was left blank is not there at all. */
export type SentFile = { state: "sent"; bytes: Buffer } | { state: "empty" } | { state: "tooLarge" };
export type SentFiles = Readonly<Record<string, SentFile | undefined>>;

/** What a multipart body holds. */
export interface Multipart {
  fields: [name: string, value: string][];
  files: SentFiles;
  /** Says that the files are done with: until then they count as held. */
  release: () => void;
}

/** So many files are being held that no more can be taken in for the moment. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

/** Parts beside the files; no form comes near it. */
const FIELDS_MAX = 100;

/** Bytes of files that this process holds for forms that it is reading or handling. */
let heldBytes = 0;

/**
 * Reads a multipart body into memory: texts of at most 64 kB, and the files that the form asks for. A file that is too
 * large is thrown away as it comes, and the rest is read all the same.
 *
 * @throws TooBusy when this process holds too much already; Error when the body is broken
 */
export async function readMultipart(request: Request, { slots, maxBytesEach }: FileRules): Promise<Multipart> {
  const fields: [string, string][] = [];
  const files = new Map<string, SentFile>();
  let own = 0;
  const hold = (bytes: number) => {
    own += bytes;
    heldBytes += bytes;
  };
  const release = () => hold(-own);

  const parser = new Busboy({
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    // One byte more than may be: a file that stops at its limit is not too large.
    limits: { fileSize: maxBytesEach + 1, files: slots.length * 2, fields: FIELDS_MAX, fieldSize: FORM_MAX_BYTES },
  });
  let textBytes = 0;
  parser.on("field", (name, value, nameCut, valueCut) => {
    textBytes += name.length + value.length;
    if (nameCut || valueCut || textBytes > FORM_MAX_BYTES) parser.destroy(new RangeError("The fields are too long."));
    else fields.push([name, value]);
  });
  parser.on("file", (name: string, stream: BusboyFileStream, filename: string | undefined) => {
    // A stream that breaks off ends the parser with the same error, which is the one to answer.
    stream.on("error", () => undefined);
    if (!slots.includes(name) || files.has(name)) return stream.resume();
    let chunks: Buffer[] = [];
    let bytes = 0;
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytesEach) {
        hold(chunk.length - bytes);
        chunks = [];
        files.set(name, { state: "tooLarge" });
        return stream.removeAllListeners("data").resume();
      }
      hold(chunk.length);
      chunks.push(chunk);
      if (heldBytes > UPLOADS_HELD_MAX_BYTES) parser.destroy(new TooBusy());
    });
    stream.on("end", () => {
      if (files.has(name)) return;
      if (bytes > 0) files.set(name, { state: "sent", bytes: Buffer.concat(chunks) });
      // A field that was left blank has no file name.
      else if (filename) files.set(name, { state: "empty" });
      chunks = [];
    });
  });

  try {
    await pipeline(chunksOf(request.body), parser);
  } catch (error) {
    release();
    throw error;
  }
  return { fields, files: Object.fromEntries(files), release };
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // The rest of a body that was given up is nobody's. Its sender may be gone, which is no news.
    await reader.cancel().catch(() => undefined);
  }
}

/** Stands for the files of a form, so that the same form with another file is another form. */
export function digestsOf(files: SentFiles): string[] {
  return Object.entries(files).map(([slot, file]) => {
    const content = file?.state === "sent" ? createHash("sha256").update(file.bytes).digest("base64url") : file?.state;
    return `${slot}:${content ?? ""}`;
  });
}
