import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { ByteCollector } from "@storefront/resilience/byte-collector";
import { guarded } from "@storefront/resilience/guarded";
import { READY_ID, toFrame } from "./decoder-child";
import childText from "./decoder-child.js?raw";

/** No decoder could be started; the image is not to blame. */
export class DecoderUnavailable extends Error {
  override name = "DecoderUnavailable";
}

/** The process ended by itself, or was killed because of its image. */
class DecoderEnded extends Error {}

export const receivedBytes = z.instanceof(Buffer);

const START_DEADLINE_MS = 10_000;
/** An idle process ends after this time. Images usually follow each other quickly. */
const IDLE_MS = 10_000;
const PREFIX_BYTES = 4;
/** The maximum length of a frame's head. */
const HEAD_MAX_BYTES = 4_096;

/**
 * glibc caches freed memory per thread, so memory would grow with each image. With one arena, and mmap for large
 * blocks, it is returned to the system. One image at a time needs only one thread.
 */
const CHILD_ENV = {
  NODE_ENV: "production",
  MALLOC_ARENA_MAX: "1",
  UV_THREADPOOL_SIZE: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
} as const;

/** These suffice because the child's heap is almost empty. */
const SMALL = ["--max-semi-space-size=1", "--v8-pool-size=1"] as const;

export interface DecoderOptions<Reply> {
  /**
   * The text of the child's ECMAScript module. Its arguments are the URLs of sharp, `decoder-child.js`, and its own
   * modules.
   */
  program: string;
  /** The source texts of its modules. */
  modules?: readonly string[];
  deadlineMs: number;
  replyMaxBytes: number;
  reply: z.ZodType<Reply, z.ZodTypeDef, unknown>;
}

/**
 * Makes a child process that decodes images and runs while it is used. A malicious image may compromise it, so it has
 * no memory, secret or cookie of its parent, and any unexpected reply ends it. (Node's own IPC channel is unsuitable:
 * its parser throws where nobody can catch it.)
 *
 * @returns a function that sends one request of JSON values and Buffers. It returns undefined if the image ended the
 *   process, and throws DecoderUnavailable. Do not call it again before it has settled.
 */
export function decoderProcess<Reply>(options: DecoderOptions<Reply>): (request: object) => Promise<Reply | undefined> {
  const { program, modules = [], deadlineMs, replyMaxBytes, reply } = options;
  const replyMax = PREFIX_BYTES + HEAD_MAX_BYTES + replyMaxBytes;
  let current: Decoder | undefined;
  let idle: NodeJS.Timeout | undefined;

  return async function run(request) {
    clearTimeout(idle);
    try {
      // A process that has ended between two images is replaced.
      if (!current?.isRunning()) current = startDecoder(program, modules, replyMax);
      await current.ready;
    } catch (error) {
      throw new DecoderUnavailable("", { cause: error });
    }
    try {
      const { data } = reply.safeParse(await current.ask(request, deadlineMs));
      if (data === undefined) current.end();
      else idle = setTimeout(guarded(current.end), IDLE_MS).unref();
      return data;
    } catch (error) {
      if (!(error instanceof DecoderEnded)) throw error;
      return undefined;
    }
  };
}

interface Decoder {
  /** Rejects when the process ends before it is ready. */
  ready: Promise<unknown>;
  /** @throws DecoderEnded */
  ask: (request: object, deadlineMs: number) => Promise<unknown>;
  isRunning: () => boolean;
  end: () => void;
}

function startDecoder(program: string, modules: readonly string[], replyMax: number): Decoder {
  const sharp = pathToFileURL(createRequire(import.meta.url).resolve("sharp")).href;
  const urls = [sharp, ...[childText, ...modules].map((text) => `data:text/javascript,${encodeURIComponent(text)}`)];
  const child: ChildProcess = spawn(process.execPath, [...SMALL, "--input-type=module", "--eval", program, ...urls], {
    env: CHILD_ENV,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const { stdin, stdout } = child;
  let waiting: { id: number; resolve: (message: unknown) => void; reject: (error: Error) => void } | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let received = new ByteCollector();
  let lastId = READY_ID;
  let hasEnded = false;

  function end(reason = new Error("It is no longer needed.")): void {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(deadline);
    child.kill("SIGKILL");
    stdin?.destroy();
    stdout?.destroy();
    waiting?.reject(new DecoderEnded(reason.message, { cause: reason }));
  }
  const endFor = (reason: string) => end(new Error(reason));

  function nextMessage(id: number, deadlineMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting = { id, resolve, reject };
      const onLate = guarded(() => endFor("It takes too long."));
      deadline = setTimeout(onLate, deadlineMs).unref();
    });
  }

  function receive(piece: Buffer): void {
    if (!waiting) throw new RangeError("There was no request.");
    received.append(piece);
    const message = fromFrame(received.bytes(), waiting.id, replyMax);
    if (!message) return;
    clearTimeout(deadline);
    received = new ByteCollector();
    waiting.resolve(message);
    waiting = undefined;
  }

  const onOutputClosed = guarded(() => endFor("It has closed its output."));
  const onExit = guarded(() => endFor("It has ended."));
  // A process that cannot be started has no streams.
  stdout?.on("data", guarded(receive, end)).on("error", guarded(end)).on("close", onOutputClosed);
  stdin?.on("error", guarded(end));
  child.on("error", guarded(end)).on("exit", onExit);
  // The child must not keep its parent alive.
  child.unref();
  for (const stream of [stdin, stdout]) if (stream instanceof Socket) stream.unref();

  return {
    ready: nextMessage(READY_ID, START_DEADLINE_MS),
    ask(request, deadlineMs) {
      if (hasEnded) return Promise.reject(new DecoderEnded());
      lastId += 1;
      const reply = nextMessage(lastId, deadlineMs);
      for (const piece of toFrame(lastId, request)) stdin?.write(piece);
      return reply;
    },
    isRunning: () => !hasEnded,
    end: () => end(),
  };
}

const headSchema = z.strictObject({
  id: z.number(),
  values: z.record(z.string(), z.unknown()),
  sizes: z.record(z.string(), z.number().int().nonnegative()),
});

/** Reads the one expected frame; undefined until it is complete. Throws for anything else. */
function fromFrame(bytes: Buffer, id: number, maxBytes: number): Record<string, unknown> | undefined {
  if (bytes.length < PREFIX_BYTES) return undefined;
  const length = bytes.readUInt32BE(0);
  if (length > maxBytes || bytes.length > PREFIX_BYTES + length) throw new RangeError("The reply is too long.");
  if (bytes.length < PREFIX_BYTES + length) return undefined;
  const headLength = bytes.readUInt32BE(PREFIX_BYTES);
  let at = 2 * PREFIX_BYTES + headLength;
  if (headLength > HEAD_MAX_BYTES || at > bytes.length) throw new RangeError("The head of the reply is too long.");
  const head = headSchema.parse(JSON.parse(bytes.toString("utf8", 2 * PREFIX_BYTES, at)));
  if (head.id !== id) throw new RangeError("The reply is for another request.");
  // Copies, because the collector's buffer is larger.
  const blobs = Object.entries(head.sizes).map(([name, size]) => [name, Buffer.from(bytes.subarray(at, (at += size)))]);
  if (at !== bytes.length) throw new RangeError("The sizes in the reply do not add up.");
  return { ...head.values, ...(Object.fromEntries(blobs) as Record<string, Buffer>) };
}
