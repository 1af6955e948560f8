import { createHash } from "node:crypto";
import { ByteCollector } from "@storefront/resilience/byte-collector";
import { BodyInterrupted, partsOf } from "~server/forms/multipart";
import { spool, type Spooled } from "~server/forms/spool";

export const FORM_MAX_BYTES = 64 * 1024;

export interface FileRules {
  slots: readonly string[];
  maxBytesEach: number;
}

/** A field that was left blank has no entry. */
export type SentFile =
  | {
      state: "sent";
      sizeBytes: number;
      sha256: string;
      /** Works until the response is sent. Each call makes a copy, so call `read` as late as possible. */
      read: () => Promise<Buffer>;
    }
  | { state: "empty" }
  | { state: "tooLarge" };
export type SentFiles = Readonly<Record<string, SentFile | undefined>>;

/** The field that must come first. It decides whether the files after it may be stored. */
export interface FirstField {
  name: string;
  mayKeepFiles: (value: string) => Promise<boolean>;
}

/**
 * Reads a multipart body. Discards a file that is too large and reads on. Without the right first field, no file is
 * stored, and a later field of that name does not count.
 *
 * @throws BodyInterrupted, unless files may be stored; TooBusy if this process stores too much already; RangeError for
 * too much text or too many parts; Error if the body is malformed
 */
export async function readMultipart(request: Request, { slots, maxBytesEach }: FileRules, first: FirstField) {
  const fields: [string, string][] = [];
  const files: Record<string, SentFile> = {};
  const seen = new Set<string>();
  const spooled: Spooled[] = [];
  let mayKeep: boolean | undefined;
  let textBytes = 0;
  /** Set if only the beginning arrived; `fields` and `files` then have the complete ones. */
  let interrupted: BodyInterrupted | undefined;
  const release = () => Promise.all(spooled.map((file) => file.drop())).then(() => undefined);

  function countText(bytes: number): void {
    textBytes += bytes;
    if (textBytes > FORM_MAX_BYTES) throw new RangeError("The fields are too long.");
  }

  async function readText(content: AsyncIterable<Buffer>): Promise<string> {
    const text = new ByteCollector();
    for await (const piece of content) {
      countText(piece.length);
      text.append(piece);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(text.bytes());
  }

  async function readFile(content: AsyncIterable<Buffer>, filename: string): Promise<SentFile | undefined> {
    const file = spool();
    spooled.push(file);
    const hash = createHash("sha256");
    let sizeBytes = 0;
    for await (const piece of content) {
      sizeBytes += piece.length;
      // Reads on, because other fields follow.
      if (sizeBytes > maxBytesEach) await file.drop();
      else {
        hash.update(piece);
        await file.append(piece);
      }
    }
    if (sizeBytes > maxBytesEach) return { state: "tooLarge" };
    if (sizeBytes > 0) return { state: "sent", sizeBytes, sha256: hash.digest("base64url"), read: file.read };
    // The field was left blank if there is no file name.
    return filename ? { state: "empty" } : undefined;
  }

  try {
    const contentType = request.headers.get("content-type") ?? "";
    for await (const { name, filename, content } of partsOf(chunksOf(request.body), contentType)) {
      const isFirst = mayKeep === undefined;
      mayKeep ??= false;
      if (filename === null) {
        countText(name.length);
        const value = await readText(content);
        if (isFirst && name === first.name) mayKeep = await first.mayKeepFiles(value);
        if (isFirst || name !== first.name) fields.push([name, value]);
      } else if (mayKeep && slots.includes(name) && !seen.has(name)) {
        seen.add(name);
        const file = await readFile(content, filename);
        if (file) files[name] = file;
      }
    }
  } catch (error) {
    if (mayKeep && error instanceof BodyInterrupted) interrupted = error;
    else {
      await release();
      throw error;
    }
  }
  return { fields, files: files as SentFiles, interrupted, release };
}

export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Cancelling fails harmlessly when the sender has disconnected.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns digests for a form's idempotency key, because a form with another file is another form. */
export function digestsOf(files: SentFiles): string[] {
  return Object.entries(files).map(
    ([slot, file]) => `${slot}:${String(file?.state === "sent" ? file.sha256 : file?.state)}`,
  );
}
