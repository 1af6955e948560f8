/**
 * Reads HTTP/1.1 responses from a connection without pipelining. It parses only what a load generator needs, since it
 * shares the cores with the server that it measures.
 */
export interface ResponseReader {
  /**
   * Takes the received bytes.
   *
   * @returns the status of the response that ended with it, or undefined while one is under way
   * @throws Error when a response has neither a length nor chunks
   */
  take(bytes: Buffer): number | undefined;
}

const HEAD_END = "\r\n\r\n";
/** A line end and the last chunk. Compressed data practically never ends a segment with these seven bytes. */
const LAST_CHUNK = "\r\n0\r\n\r\n";
const NO_BODY: ReadonlySet<number> = new Set([204, 304]);

export function responseReader(): ResponseReader {
  let head = "";
  let status = 0;
  /** Bytes of the body still missing; -1 if chunked. */
  let left: number | undefined;
  let tail = "";

  /** Reads the head once it is complete; returns where the body begins, or undefined. */
  function readHead(bytes: Buffer): number | undefined {
    const before = head.length;
    head += bytes.toString("latin1");
    const end = head.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const text = head.slice(0, end);
    head = "";
    status = Number(text.slice(9, 12));
    const length = /^content-length: *(\d+)/im.exec(text)?.[1];
    if (NO_BODY.has(status)) left = 0;
    else if (length !== undefined) left = Number(length);
    else if (/^transfer-encoding: *chunked/im.test(text)) left = -1;
    else throw new Error(`A response without a length:\n${text}`);
    return end + HEAD_END.length - before;
  }

  return {
    take(bytes) {
      let body = bytes;
      if (left === undefined) {
        const begin = readHead(bytes);
        if (begin === undefined) return undefined;
        body = bytes.subarray(begin);
        // The head ends with the line end before the first chunk.
        tail = "\r\n";
      }
      if (left === -1) {
        tail = (tail + body.subarray(-LAST_CHUNK.length).toString("latin1")).slice(-LAST_CHUNK.length);
        if (tail !== LAST_CHUNK) return undefined;
      } else {
        left = (left ?? 0) - body.length;
        if (left > 0) return undefined;
      }
      left = undefined;
      return status;
    },
  };
}
