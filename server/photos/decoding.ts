import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import program from "./decoder.js?raw";
import type { Decoded, Order } from "./decoding-order";

/** No decoder could be started, which is no fault of the photo. */
export class NoDecoder extends Error {
  override name = "NoDecoder";
}

const bytes = z.instanceof(Uint8Array).transform((sent) => Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength));
const decoded = z.union([z.object({ jpeg: bytes, thumbnail: bytes }), z.object({ fault: z.enum(["type", "pixels"]) })]);

const START_DEADLINE_MS = 10_000;
const DECODE_DEADLINE_MS = 20_000;
/** Photos of one visitor come shortly after one another; after this the process ends and its memory is free. */
const IDLE_MS = 10_000;

/**
 * glibc keeps what a thread has freed for that thread, so that pictures, decoded by one thread after another, would
 * each leave their size behind. One arena, and large pieces of their own, are given back.
 */
const CHILD_ENV = { NODE_ENV: "production", MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072" } as const;

let current: Promise<ChildProcess> | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Decodes one picture in the process for it. A picture that makes that process end, or takes it 20 s, is refused as no
 * picture. One call at a time: `inTurn` sees to it.
 *
 * @throws NoDecoder
 */
export async function decode(order: Order): Promise<Decoded> {
  clearTimeout(idle);
  const mine = (current ??= start());
  const child = await mine.catch(() => {
    forget(mine);
    throw new NoDecoder();
  });
  // A process that was killed between two pictures is replaced, and no picture is lost.
  if (!child.connected) {
    forget(mine);
    return decode(order);
  }
  try {
    const answer = nextMessage(child, DECODE_DEADLINE_MS);
    child.send(order);
    const read = decoded.parse(await answer);
    idle = setTimeout(end, IDLE_MS).unref();
    return read;
  } catch {
    end();
    return { fault: "type" };
  }

  function end(): void {
    forget(mine);
    child.kill("SIGKILL");
  }
}

/** The next picture gets a process of its own. */
function forget(mine: Promise<ChildProcess>): void {
  if (current === mine) current = undefined;
}

async function start(): Promise<ChildProcess> {
  const sharp = pathToFileURL(createRequire(import.meta.url).resolve("sharp")).href;
  const child: ChildProcess = spawn(process.execPath, ["--input-type=module", "--eval", program, sharp], {
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
