import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll } from "vitest";

/** Whether this machine can run a Redis for a test. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** A Redis for the file of tests whose first lines call it; undefined on a machine without Redis. */
export async function useRedis(): Promise<{ url: string } | undefined> {
  if (!hasRedis) return undefined;
  const redis = await startRedis();
  afterAll(() => redis.stop());
  return redis;
}

/**
 * Starts a Redis on 127.0.0.1.
 *
 * @param options.port a free one by default
 * @param options.keepIn the folder of its append-only file; without it the Redis is empty and keeps nothing on disk
 * @param options.settings further settings, as on its command line
 */
export async function startRedis({
  port,
  keepIn,
  settings: more = [],
}: { port?: number; keepIn?: string; settings?: readonly string[] } = {}): Promise<{
  url: string;
  port: number;
  stop: () => Promise<void>;
  /** Takes commands from now on, and answers none. */
  hang: () => void;
  /** Answers again, also what came meanwhile. */
  wake: () => void;
}> {
  port ??= await freePort();
  const keeping = keepIn ? ["--appendonly", "yes", "--appendfsync", "always", "--dir", keepIn] : ["--appendonly", "no"];
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", ...keeping, ...more];
  const child = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes("Ready to accept connections")) break;
  }
  if (!output.includes("Ready to accept connections")) throw new Error(`redis-server did not start:\n${output}`);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    hang: () => child.kill("SIGSTOP"),
    wake: () => child.kill("SIGCONT"),
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (!address || typeof address === "string") throw new Error("No port to be had");
  return address.port;
}
