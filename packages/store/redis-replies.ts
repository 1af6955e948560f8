import type { Redis } from "ioredis";
import { areTooSmall } from "@storefront/resilience/byte-collector";
import { guarded } from "@storefront/resilience/guarded";
import { RedisFailure } from "./redis-failure";

/** The longest stored values have a few dozen kB. */
const REPLY_MAX_BYTES = 1024 * 1024;
/** The same before the first command, when the client splits the INFO of Redis (about 8 kB) and lists of Sentinels. */
const BEGINNING_MAX_BYTES = 64 * 1024;
/** A longer value must not be stored: reading it back would close the connection that all requests share. */
export const VALUE_MAX_BYTES = REPLY_MAX_BYTES - 1024;
/** The maximum length of a line: a status, an error, a number, or a length. */
const LINE_MAX_LENGTH = 8 * 1024;
/** The maximum number of elements in all arrays of a reply, and their nesting: Sentinels reply with lists of lists. */
const ELEMENTS_MAX = 10_000;
const DEPTH_MAX = 4;

const LINE_FEED_BYTES = 1;
const LINE_END_BYTES = 2;
const CARRIAGE_RETURN = 0x0d;

/**
 * Measures replies (RESP2) before the client's parser gets them. The parser allocates whatever size an array announces,
 * collects strings of any length, and an unrequested push or null makes it end the process.
 */
export class ReplyMeter {
  /** Bytes of the current reply; 0 if there is none. */
  #bytes = 0;
  #pieces = 0;
  #elements = 0;
  /** The number of missing elements of each open array, the innermost last. */
  readonly #missing: number[] = [];
  #line = "";
  /** The number of missing bytes of the current string or line end, and if an element ends with them. */
  #rest = { bytes: 0, endsElement: false };

  /**
   * Measures a piece.
   *
   * @param mostBytes the maximum size of a reply
   * @returns the number of replies that end in the piece, plus one if another has begun
   * @throws RedisFailure if a reply is too large or invalid
   */
  read(piece: Buffer, mostBytes = REPLY_MAX_BYTES): number {
    let replies = 0;
    this.#pieces += 1;
    for (let at = 0; at < piece.length;) {
      const isRest = this.#rest.bytes > 0;
      const next = isRest ? Math.min(at + this.#rest.bytes, piece.length) : lineEnd(piece, at);
      this.#bytes += next - at;
      if (this.#bytes > mostBytes || areTooSmall(this.#pieces, this.#bytes)) throw tooLarge();
      if (isRest) this.#rest.bytes -= next - at;
      else this.#readLine(piece.toString("latin1", at, next));
      at = next;
      if (isRest && this.#rest.bytes === 0 && this.#rest.endsElement && this.#endsReply()) {
        replies += 1;
        [this.#bytes, this.#pieces, this.#elements] = [0, 1, 0];
      }
    }
    return replies + (this.#bytes > 0 ? 1 : 0);
  }

  #readLine(text: string): void {
    this.#line += text;
    if (this.#line.length > LINE_MAX_LENGTH) throw tooLarge();
    if (!/^[-+:$*]/.test(this.#line)) throw unexpected();
    if (!this.#line.endsWith("\r")) return;
    const [type, value] = [this.#line[0], this.#line.slice(1, -1)];
    this.#line = "";
    this.#rest = { bytes: LINE_FEED_BYTES, endsElement: true };
    if ((type !== "$" && type !== "*") || value === "-1") return;
    if (!/^\d{1,15}$/.test(value)) throw unexpected();
    if (type === "$") this.#rest.bytes += Number(value) + LINE_END_BYTES;
    else if (Number(value) > 0) this.#openArray(Number(value));
    if (this.#rest.bytes > REPLY_MAX_BYTES) throw tooLarge();
  }

  #openArray(length: number): void {
    this.#rest.endsElement = false;
    this.#elements += length;
    if (this.#elements > ELEMENTS_MAX || this.#missing.length >= DEPTH_MAX) throw tooLarge();
    this.#missing.push(length);
  }

  #endsReply(): boolean {
    for (;;) {
      const missing = this.#missing.pop();
      if (missing === undefined) return true;
      if (missing === 1) continue;
      this.#missing.push(missing - 1);
      return false;
    }
  }
}

/** Returns the end of the line or of the piece. Ignores the line feed, as the client's parser does. */
function lineEnd(piece: Buffer, at: number): number {
  const end = piece.indexOf(CARRIAGE_RETURN, at);
  return end < 0 ? piece.length : end + 1;
}

const tooLarge = () => new RedisFailure("reply too large");
const unexpected = () => new RedisFailure("unexpected reply");

interface Bounds {
  /** Called before the connection is closed. */
  onExcess?: () => void;
  isSentinel?: boolean;
}

/**
 * Closes a connection that sends an unrequested or too large reply; waiting commands fail with that reason.
 */
export function boundReplies(redis: Redis, { onExcess, isSentinel }: Bounds = {}): void {
  const onConnect = guarded(() => {
    const { stream } = redis;
    const meter = new ReplyMeter();
    // The client has just begun to read, so nothing has been received yet.
    const [parse] = stream.listeners("data") as ((piece: Buffer) => void)[];
    if (!parse) throw new Error("the client has no reply parser");
    const read = guarded(
      (piece: Buffer) => {
        const most = redis.status === "ready" && !isSentinel ? REPLY_MAX_BYTES : BEGINNING_MAX_BYTES;
        if (meter.read(piece, most) > redis.commandQueue.length) throw unexpected();
        parse(piece);
      },
      (error) => {
        onExcess?.();
        redis.recoverFromFatalError(error, error, {});
        stream.destroy();
      },
    );
    stream.off("data", parse).prependListener("data", read);
  });
  redis.on("connect", onConnect);
}
