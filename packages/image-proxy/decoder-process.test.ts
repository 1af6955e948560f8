import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { toFrame } from "./decoder-child";
import { decoderProcess } from "./decoder-process";

const SERVE = `const { serve } = await import(process.argv[2]);`;
/** The start of a decoder program that writes arbitrary frames. */
const RAW = `const { toFrame } = await import(process.argv[2]);
const frame = (id, message) => Buffer.concat(toFrame(id, message));
const send = (...pieces) => process.stdout.write(Buffer.concat(pieces));
const onRequest = (reply) => process.stdin.on("data", reply);`;
const READY = `send(frame(0, {}));`;

const decoder = (program: string, deadlineMs = 10_000) =>
  decoderProcess({
    program,
    deadlineMs,
    replyMaxBytes: 100_000,
    reply: z.union([z.strictObject({ said: z.string() }), z.strictObject({ bytes: z.instanceof(Buffer) })]),
  });

describe("a decoder process", () => {
  test("is replaced for the next image after it exits or hangs", async () => {
    const run = decoder(
      `${SERVE} serve(async ({ does }) => {
        if (does === "end") process.exit(1);
        if (does === "hang") await new Promise(() => undefined);
        return { said: String(process.pid) };
      });`,
      1_000,
    );
    const first = await run({ does: "answer" });
    expect(first).toEqual({ said: expect.stringMatching(/^\d+$/) as unknown });
    expect(await run({ does: "answer" }), "the same process is used again").toEqual(first);
    for (const does of ["end", "hang"]) {
      expect(await run({ does })).toBeUndefined();
      const next = await run({ does: "answer" });
      expect(next).toHaveProperty("said");
      expect(next).not.toEqual(first);
    }
  });

  test.runIf(process.platform === "linux")("is the first to end when the memory is used up", async () => {
    const run = decoder(`${SERVE} const { readFileSync } = await import("node:fs");
      serve(async () => ({ said: readFileSync("/proc/self/oom_score_adj", "utf8").trim() }));`);
    expect(await run({})).toEqual({ said: "1000" });
  });

  test("that cannot start is not counted as a fault of the image", async () => {
    await expect(decoder("process.exit(1)")({})).rejects.toMatchObject({ name: "DecoderUnavailable" });
    await expect(decoder(`${RAW} send(Buffer.from("GET / HTTP/1.1"));`)({})).rejects.toMatchObject({
      name: "DecoderUnavailable",
    });
    const { execPath } = process;
    onTestFinished(() => void (process.execPath = execPath));
    process.execPath = "/no/such/program";
    await expect(decoder("")({})).rejects.toMatchObject({ name: "DecoderUnavailable" });
  });

  test("is killed well before the deadline when it exceeds the CPU time or memory of an image", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    // Each work runs in a thread, as decoding does, so only killing the process stops it.
    for (const [limits, work] of [
      ["{ cpuMs: 50, memoryBytes: Infinity }", `pbkdf2("", "", 2e9, 64, "sha512", done);`],
      [
        "{ cpuMs: Infinity, memoryBytes: 200e6 }",
        `scrypt("", "", 64, { N: 2 ** 21, r: 8, p: 100, maxmem: 4e9 }, done);`,
      ],
    ]) {
      const run = decoder(
        `${SERVE} const { pbkdf2, scrypt } = await import("node:crypto");
        serve((_, limit) => new Promise((done) => { limit(${limits}); ${work} }));`,
      );
      expect(await run({})).toBeUndefined();
    }
  });

  test("exits with its parent, even in the middle of an image", async () => {
    const program = `const { serve } = await import(${JSON.stringify(new URL("decoder-child.js", import.meta.url))});
      const { pbkdf2 } = await import("node:crypto");
      serve(() => new Promise((done) => {
        pbkdf2("", "", 2e9, 64, "sha512", done);
        console.log("at work");
      }));`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    for (const piece of toFrame(1, {})) child.stdin.write(piece);
    let output = "";
    child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
    await expect.poll(() => output).toContain("at work");
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  });
});

describe("output of a compromised decoder process", () => {
  /** Checks that the parent keeps running and that the next image gets a new process. */
  async function outcomes(program: string, request: object = {}): Promise<unknown[]> {
    const uncaught = vi.fn();
    process.on("uncaughtException", uncaught);
    onTestFinished(() => void process.off("uncaughtException", uncaught));
    const run = decoder(`${RAW} ${program}`);
    const results = [await run(request), await run(request)];
    expect(uncaught).not.toHaveBeenCalled();
    return results;
  }

  test.each([
    ["garbage", `Buffer.from("garbage that is no frame at all")`],
    ["a frame of 4 GB", `Buffer.from("ffffffff00000001", "hex")`],
    ["a frame above the limit", `frame(1, { bytes: Buffer.alloc(200_000) })`],
    ["a header above the limit", `frame(1, { said: "a".repeat(5_000) })`],
    ["a header longer than its frame", `Buffer.from("0000000800001000", "hex"), Buffer.alloc(4)`],
    ["a frame without a header", `Buffer.alloc(8)`],
    ["a header that is not JSON", `Buffer.from("0000000500000001", "hex"), Buffer.from("{")`],
    ["a header that is not an object", `Buffer.from("0000000600000002", "hex"), Buffer.from("[]")`],
    ["a reply with another id", `frame(2, { said: "no" })`],
    ["two replies", `frame(1, { said: "one" }), frame(1, { said: "two" })`],
    ["a reply and another for the next image", `frame(1, { said: "one" }), frame(2, { said: "two" })`],
    ["a reply and one extra byte", `frame(1, { said: "one" }), Buffer.alloc(1)`],
    ["a message that is not text", `frame(1, { said: 1 })`],
    ["one extra value", `frame(1, { said: "one", bytes: Buffer.alloc(1) })`],
    [
      "a size that differs from its content",
      `Buffer.from(frame(1, { bytes: Buffer.alloc(5) }).toString("latin1").replace(":5}", ":6}"), "latin1")`,
    ],
  ])("is not a reply: %s", async (_, sent) => {
    expect(await outcomes(`onRequest(() => send(${sent})); ${READY}`)).toEqual([undefined, undefined]);
  });

  test("before a request is not a reply, and kills the process", async () => {
    await expect(outcomes(`send(frame(0, {}), frame(1, { said: "early" }));`)).rejects.toMatchObject({
      name: "DecoderUnavailable",
    });
    // The second reply comes too late: the next image gets a new process and not that reply.
    const later = `onRequest(() => {
      send(frame(1, { said: String(process.pid) }));
      setTimeout(() => send(frame(2, { said: "of another" })), 50);
    }); ${READY}`;
    const run = decoder(`${RAW} ${later}`);
    const pidOf = async () => z.object({ said: z.coerce.number() }).parse(await run({})).said;
    const pid = await pidOf();
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    expect(await pidOf()).not.toBe(pid);
  });

  test("in pieces of one byte is a reply, unless it is long", async () => {
    const slowly = (message: string) => `
      onRequest(async () => {
        for (const byte of frame(1, ${message})) {
          send(Buffer.from([byte]));
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      }); ${READY}`;
    expect(await decoder(`${RAW} ${slowly(`{ said: "one" }`)}`)({})).toEqual({ said: "one" });
    expect(await decoder(`${RAW} ${slowly(`{ bytes: Buffer.alloc(50_000) }`)}`, 60_000)({})).toBeUndefined();
  });

  test.each([
    ["ends in the middle of a frame", `send(frame(1, { said: "one" }).subarray(0, 20)); process.exit(0);`],
    ["closes its output", `import("node:fs").then(({ closeSync }) => closeSync(1));`],
    ["closes its input", `import("node:fs").then(({ closeSync }) => closeSync(0)); process.stdin.destroy();`],
  ])("is not a reply when the process %s", async (_, does) => {
    expect(await outcomes(`onRequest(() => { ${does} }); ${READY}`, { bytes: Buffer.alloc(4e6) })).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("is awaited no longer than the deadline when the process never reads a large picture", async () => {
    const run = decoder(`${RAW} ${READY} setInterval(() => undefined, 1_000);`, 300);
    expect(await run({ bytes: Buffer.alloc(8e6) })).toBeUndefined();
  });
});
