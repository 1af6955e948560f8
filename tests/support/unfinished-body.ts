import type { CookieJar } from "./requests";

const BOUNDARY = "----unfinished";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Returns a part of a multipart body without its end, so that more can follow. */
export function part(name: string, content: string | Buffer, filename?: string): Buffer {
  const disposition = `form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}`;
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n`),
    Buffer.from(content),
  ]);
}

export const LINE = Buffer.from("\r\n");
export const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
export const MULTIPART_TYPE = TYPE;

/** An upload whose body the test sends in parts. */
export interface UnfinishedBody {
  request: Request;
  /** Sends more of the body, and resolves when the server has read it. */
  send(bytes: Buffer): Promise<void>;
  /** Completes the body. */
  end(): void;
  /** Aborts the body, as the sender would, or as the server would with its own error. */
  leave(error?: Error): void;
  /** Returns true if the server reads no more of the body. */
  givenUp(): boolean;
}

export function unfinishedBody(cookies: CookieJar | string, url = "http://127.0.0.1:3000/UploadImage"): UnfinishedBody {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let wanted = () => {};
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (own) => void (controller = own),
      pull: () => wanted(),
      cancel() {
        cancelled = true;
        wanted();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "Content-Type": TYPE, "Sec-Fetch-Site": "same-origin", Cookie: String(cookies) };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return {
    request: new Request(url, init),
    send: (bytes) =>
      new Promise((resolve) => {
        // The server asks for the next part when it has read this one.
        wanted = resolve;
        controller?.enqueue(bytes);
      }),
    end: () => controller?.close(),
    leave: (error = new Error("gone")) => controller?.error(error),
    givenUp: () => cancelled,
  };
}
