/**
 * The child's side of `decoder-process.ts`. A frame has four parts: the length of what follows and the length of the
 * head (4 bytes each, big-endian), the head (JSON), and the bytes, whose sizes are in the head.
 */

import { writeFileSync } from "node:fs";

const PREFIX_BYTES = 4;
const CHECK_MS = 50;
/** The id of the first frame, which says that the program is ready. */
export const READY_ID = 0;

/** @typedef {{ memoryBytes: number, cpuMs: number }} Limits memory of the process, and CPU time of one request */
/** @typedef {{ id: number, values: Record<string, unknown>, sizes: Record<string, number> }} Head */

/**
 * @param {number} id the request's id, which the reply repeats
 * @param {object} message JSON values and Buffers
 * @returns {Buffer[]} the frame, in pieces
 */
export function toFrame(id, message) {
  /** @type {Head} */
  const head = { id, values: {}, sizes: {} };
  /** @type {Buffer[]} */
  const blobs = [];
  let length = 0;
  for (const [name, value] of Object.entries(/** @type {Record<string, unknown>} */ (message))) {
    if (Buffer.isBuffer(value)) {
      head.sizes[name] = value.length;
      length += value.length;
      blobs.push(value);
    } else head.values[name] = value;
  }
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(2 * PREFIX_BYTES);
  prefix.writeUInt32BE(PREFIX_BYTES + text.length + length, 0);
  prefix.writeUInt32BE(text.length, PREFIX_BYTES);
  return [prefix, text, ...blobs];
}

/**
 * @param {Buffer} frame a frame of the parent, which is trusted, without its length
 * @returns {{ id: number, message: object }}
 */
function fromFrame(frame) {
  let at = PREFIX_BYTES + frame.readUInt32BE(0);
  const { id, values, sizes } = /** @type {Head} */ (JSON.parse(frame.toString("utf8", PREFIX_BYTES, at)));
  const blobs = Object.entries(sizes).map(([name, size]) => [name, frame.subarray(at, (at += size))]);
  return { id, message: { ...values, .../** @type {Record<string, Buffer>} */ (Object.fromEntries(blobs)) } };
}

/**
 * Replies to each request of the parent, and ends when the parent ends.
 *
 * @template Request
 * @param {(request: Request, limit: (limits: Limits) => void) => Promise<object>} handle makes the reply; a request
 *   that exceeds its `limit` ends the process
 */
export function serve(handle) {
  endFirst();
  let limits = { memoryBytes: Infinity, cpuMs: Infinity };
  let usageBefore = process.cpuUsage();
  // This thread is idle during decoding, so it watches the others.
  setInterval(() => {
    const { user, system } = process.cpuUsage(usageBefore);
    if ((user + system) / 1000 > limits.cpuMs || process.memoryUsage.rss() > limits.memoryBytes) end();
  }, CHECK_MS);

  let frame = Buffer.alloc(PREFIX_BYTES);
  let filled = 0;
  let hasLength = false;
  process.stdin.on("data", (/** @type {Buffer} */ piece) => {
    for (let at = 0; at < piece.length;) {
      const copied = piece.copy(frame, filled, at);
      at += copied;
      filled += copied;
      if (filled < frame.length) return;
      if (hasLength) void answer(frame);
      frame = Buffer.allocUnsafeSlow(hasLength ? PREFIX_BYTES : frame.readUInt32BE(0));
      filled = 0;
      hasLength = !hasLength;
    }
  });
  process.stdin.on("end", end);
  send(READY_ID, {});

  /** @param {Buffer} request */
  async function answer(request) {
    const { id, message } = fromFrame(request);
    usageBefore = process.cpuUsage();
    // The decoder's message may quote the image, so it is dropped.
    const reply = await handle(/** @type {Request} */ (message), (to) => (limits = to)).catch(() => ({
      fault: "type",
    }));
    limits = { memoryBytes: Infinity, cpuMs: Infinity };
    send(id, reply);
  }
}

/** When memory runs out, Linux should end this process and not its parent: an AVIF of 800 bytes takes 360 MB. */
function endFirst() {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}

/** Ends the process now. `process.exit` would wait for the current image. */
function end() {
  process.kill(process.pid, "SIGKILL");
}

/**
 * @param {number} id
 * @param {object} message
 */
function send(id, message) {
  process.stdout.cork();
  for (const piece of toFrame(id, message)) process.stdout.write(piece);
  process.stdout.uncork();
}
