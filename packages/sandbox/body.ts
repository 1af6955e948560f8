import type { IncomingMessage } from "node:http";
import { Busboy } from "@fastify/busboy";
import { isObject, type SentFile } from "./call";
import type { Body } from "./values";

const BODY_MAX_BYTES = 1024 * 1024;
/** The most bytes of a file that are read. The upstream's own limit is lower and has its own error. */
const FILE_MAX_BYTES = 10 * 1024 * 1024;

/** The parsed body of a request. */
export interface Sent {
  body: Body;
  files: SentFile[];
}

/** The body does not match its content type, or is too long. */
export class BadBody extends Error {
  override name = "BadBody";
}

/**
 * Reads a JSON, form or multipart body. A missing body counts as an empty one.
 *
 * @throws BadBody
 */
export async function readBody(request: IncomingMessage): Promise<Sent> {
  const type = (request.headers["content-type"] ?? "").toLowerCase();
  if (type.startsWith("multipart/form-data")) return readMultipart(request);
  const text = await readText(request);
  if (text === "") return { body: {}, files: [] };
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return { body: Object.fromEntries(new URLSearchParams(text)), files: [] };
  }
  try {
    const body: unknown = JSON.parse(text);
    if (isObject(body)) return { body, files: [] };
  } catch {
    throw new BadBody("The body is not JSON.");
  }
  throw new BadBody("The body is not a JSON object.");
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new BadBody("The body is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readMultipart(request: IncomingMessage): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const files: SentFile[] = [];
    const contentType = request.headers["content-type"] ?? "";
    const parser = new Busboy({
      headers: { ...request.headers, "content-type": contentType },
      limits: { fileSize: FILE_MAX_BYTES, files: 4, fields: 20 },
    });
    parser.on("field", (name, value) => {
      fields[name] = value;
    });
    parser.on("file", (field, stream, filename, _encoding, contentType) => {
      const chunks: Buffer[] = [];
      let cut = false;
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("limit", () => {
        cut = true;
      });
      stream.on("end", () => files.push({ field, filename, contentType, bytes: Buffer.concat(chunks), cut }));
    });
    parser.on("finish", () => resolve({ body: fields, files }));
    parser.on("error", () => reject(new BadBody("The multipart body is not valid.")));
    request.on("error", reject);
    request.pipe(parser);
  });
}
