import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const module = (path: string) => JSON.stringify(pathToFileURL(root + path).href);

/** Runs a process that drains on signals with the test's `drain` function. */
function run(drain: string, then: string) {
  const program = `
    import { drainOnSignals } from ${module("packages/http-server/graceful-shutdown.ts")};
    import { createLog } from ${module("packages/observability/log.ts")};
    const log = createLog("info");
    drainOnSignals(${drain}, log);
    setInterval(() => {}, 1000);
    log.info("ready");
    ${then}`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const messages: string[] = [];
  const waiting = new Map<string, () => void>();
  createInterface(child.stdout).on("line", (line) => {
    const { msg } = JSON.parse(line) as { msg: string };
    lines.push(line);
    messages.push(msg);
    waiting.get(msg)?.();
  });
  return {
    child,
    lines,
    messages,
    logged: (message: string) =>
      messages.includes(message) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(message, resolve)),
    exitCode: once(child, "close").then(([code]) => code as number | null),
  };
}

test.for(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s drains once, however often it is sent, and exits with 0",
  async (signal) => {
    // The drain waits for the second signal.
    const { child, messages, logged, exitCode } = run(
      `() => new Promise((resolve) => process.once("${signal}", () => resolve(true)))`,
      "",
    );
    await logged("ready");
    child.kill(signal);
    await logged("draining");
    child.kill(signal);
    expect(await exitCode).toBe(0);
    expect(messages).toEqual(["ready", "draining", "drained"]);
  },
);

test("an uncaught exception is logged without its message; the process drains and exits with 1", async () => {
  // All threads are busy, so the log is written late.
  const { lines, messages, exitCode } = run(
    "async () => true",
    `const { pbkdf2 } = await import("node:crypto");
    for (let thread = 0; thread < 4; thread += 1) pbkdf2("busy", "busy", 50_000, 64, "sha512", () => {});
    setImmediate(() => { throw new Error("canary"); });`,
  );
  expect(await exitCode).toBe(1);
  expect(messages).toEqual(["ready", "uncaught exception", "draining", "drained"]);
  expect(lines.join("")).not.toContain("canary");
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: "error", error: { name: "Error" } });
});

test("an unhandled rejection and a failed callback are logged, and the process goes on", async () => {
  const { child, messages, logged, exitCode } = run(
    "async () => true",
    `void Promise.reject(new Error("canary"));
    const { guarded } = await import(${module("packages/resilience/guarded.ts")});
    setTimeout(guarded(() => { throw new Error("canary"); }), 0);`,
  );
  await logged("a callback failed");
  child.kill("SIGTERM");
  expect(await exitCode).toBe(0);
  expect(messages).toEqual(["ready", "unhandled rejection", "a callback failed", "draining", "drained"]);
});

test("an exception before or after a response's head ends only that request", async () => {
  const { child, lines, messages, logged, exitCode } = run(
    "() => server.drain(1_000)",
    `const { createHttpServer } = await import(${module("packages/http-server/http-server.ts")});
    const { createConnections } = await import(${module("packages/http-server/connections.ts")});
    const { identifyRequest } = await import(${module("packages/http-server/forwarded.ts")});
    const connections = createConnections();
    const page = ({ req, res }) => {
      if (req.url === "/well") return void res.end("well");
      if (req.url === "/after") res.writeHead(200, { "Content-Length": 10 }).write("half");
      setImmediate(() => { throw new Error("canary"); });
    };
    const server = createHttpServer({
      pipeline: [connections.track, identifyRequest(0), page],
      connections,
      errorPage: () => ({ headers: {}, body: Buffer.from("sorry") }),
      ...{ headers: [], headersMs: 5_000, requestMs: 60_000, log },
    });
    const { port } = await server.listen(0, "127.0.0.1");
    log.info({ port }, "listening");`,
  );
  await logged("listening");
  const { port } = JSON.parse(lines.at(-1) ?? "") as { port: number };
  const respond = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());
  const other = respond("/well");
  expect(await respond("/before")).toBe("sorry");
  await expect(respond("/after")).rejects.toThrow("terminated");
  expect(await other).toBe("well");
  expect(await respond("/well")).toBe("well");
  child.kill("SIGTERM");
  expect(await exitCode).toBe(0);
  const exceptions = Array<string>(2).fill("uncaught exception");
  expect(messages).toEqual(["ready", "listening", ...exceptions, "draining", "drained"]);
});

test("the process exits with 1 if its drain fails", async () => {
  const { child, messages, logged, exitCode } = run(`async () => { throw new Error("canary"); }`, "");
  await logged("ready");
  child.kill("SIGTERM");
  expect(await exitCode).toBe(1);
  expect(messages).toEqual(["ready", "draining", "drain failed"]);
});
