import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/**
 * A child process that decodes images. Images come from anywhere: at worst they crash this process, which has no
 * memory, secret or cookie of its parent.
 */

/** No decoder could be started, which is no fault of the image. */
export class DecoderUnavailable extends Error {
  override name = "DecoderUnavailable";
}

/** Bytes of a result, as a Buffer. */
export const receivedBytes = z
  .instanceof(Uint8Array)
  .transform((sent) => Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength));

const START_DEADLINE_MS = 10_000;
/** Images come shortly after one another; after this the process ends and its memory is free. */
const IDLE_MS = 10_000;

/**
 * glibc caches freed memory per thread, so that images, decoded by one thread after another, would each leave their
 * size behind. One arena, and large blocks by mmap, are given back; one image at a time needs one thread.
 */
const CHILD_ENV = {
  NODE_ENV: "production",
  MALLOC_ARENA_MAX: "1",
  UV_THREADPOOL_SIZE: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
} as const;

/** Its heap is almost empty: pixels are outside. */
const SMALL = ["--max-semi-space-size=1", "--v8-pool-size=1"] as const;

/**
 * Prepares such a process, which runs while it is used.
 *
 * @param program its source text: it gets the URL of sharp as an argument, sends a message when it is ready, and
 *   replies to each message with one
 * @param deadlineMs how long one reply may take
 * @returns sends one message and returns the reply; undefined when the image made the process end, or took longer. One
 *   call at a time. It throws DecoderUnavailable.
 */
export function decoderProcess(program: string, deadlineMs: number): (message: object) => Promise<unknown> {
  let current: Promise<ChildProcess> | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** The next image gets a new process. */
  function forget(mine: Promise<ChildProcess>): void {
    if (current === mine) current = undefined;
  }

  return async function run(message: object): Promise<unknown> {
    clearTimeout(idle);
    const mine = (current ??= start(program));
    const child = await mine.catch(() => {
      forget(mine);
      throw new DecoderUnavailable();
    });
    // A process that was killed between two images is replaced, and no image is lost.
    if (!child.connected) {
      forget(mine);
      return run(message);
    }
    try {
      const response = nextMessage(child, deadlineMs);
      child.send(message);
      const read = await response;
      idle = setTimeout(end, IDLE_MS).unref();
      return read;
    } catch {
      end();
      return undefined;
    }

    function end(): void {
      forget(mine);
      child.kill("SIGKILL");
    }
  };
}

async function start(program: string): Promise<ChildProcess> {
  const sharp = pathToFileURL(createRequire(import.meta.url).resolve("sharp")).href;
  const child: ChildProcess = spawn(process.execPath, [...SMALL, "--input-type=module", "--eval", program, sharp], {
    env: CHILD_ENV,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  // It must not prevent its parent from ending; when the parent ends, it ends by itself.
  child.unref();
  child.channel?.unref();
  try {
    await nextMessage(child, START_DEADLINE_MS);
    return child;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** @throws when the process or the time ends before a message comes */
async function nextMessage(child: ChildProcess, deadlineMs: number): Promise<unknown> {
  const given = new AbortController();
  const signal = AbortSignal.any([given.signal, AbortSignal.timeout(deadlineMs)]);
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]: unknown[]) => message),
      // An error of the process rejects both.
      once(child, "exit", { signal }).then(() => Promise.reject(new Error("The process has ended."))),
    ]);
  } finally {
    given.abort();
  }
}
