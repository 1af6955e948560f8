import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * A process in which pictures are decoded: bytes that anybody may have sent end that process at worst, which has none
 * of the storefront's memory, secrets or cookies.
 */

/** No decoder could be started, which is no fault of the picture. */
export class NoDecoder extends Error {
  override name = "NoDecoder";
}

const START_DEADLINE_MS = 10_000;
/** Pictures come shortly after one another; after this the process ends and its memory is free. */
const IDLE_MS = 10_000;

/**
 * glibc keeps what a thread has freed for that thread, so that pictures, decoded by one thread after another, would
 * each leave their size behind. One arena, and large pieces of their own, are given back; one picture at a time needs
 * one thread.
 */
const CHILD_ENV = {
  NODE_ENV: "production",
  MALLOC_ARENA_MAX: "1",
  UV_THREADPOOL_SIZE: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
} as const;

/** Its own heap holds next to nothing: pixels are elsewhere. */
const SMALL = ["--max-semi-space-size=1", "--v8-pool-size=1"] as const;

/**
 * Makes the use of such a process, which runs while it is used.
 *
 * @param program its text: it is given the address of sharp, says when it is ready, and answers each message with one
 * @param deadlineMs how long one answer may take
 * @returns a function that gives it one order and gives its answer; undefined when the picture made the process end, or
 *   took longer. One call at a time. It throws NoDecoder.
 */
export function decoderProcess(program: string, deadlineMs: number): (order: object) => Promise<unknown> {
  let current: Promise<ChildProcess> | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** The next picture gets a process of its own. */
  function forget(mine: Promise<ChildProcess>): void {
    if (current === mine) current = undefined;
  }

  return async function run(order: object): Promise<unknown> {
    clearTimeout(idle);
    const mine = (current ??= start(program));
    const child = await mine.catch(() => {
      forget(mine);
      throw new NoDecoder();
    });
    // A process that was killed between two pictures is replaced, and no picture is lost.
    if (!child.connected) {
      forget(mine);
      return run(order);
    }
    try {
      const answer = nextMessage(child, deadlineMs);
      child.send(order);
      const read = await answer;
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
  // It must not keep the storefront from ending; when the storefront ends, it ends by itself.
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

/** @throws when the process ends, or the time does, before it says anything */
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
