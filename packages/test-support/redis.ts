import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { freshFolder } from "./fresh-folder";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** Starts a Redis; undefined on a machine without Redis. Call it in the first lines of a test file. */
export async function useRedis(): Promise<{ url: string } | undefined> {
  if (!hasRedis) return undefined;
  // The import is not at the top, because `npm run faults` starts a Redis outside Vitest.
  const { afterAll } = await import("vitest");
  const redis = await startRedis();
  afterAll(() => redis.stop());
  return redis;
}

export interface RedisServer {
  url: string;
  port: number;
  stop: () => Promise<void>;
  /** Stops responding. */
  hang: () => void;
  /** Responds again, also to commands that were received meanwhile. */
  wake: () => void;
}

interface StartOptions {
  port?: number;
  keepIn?: string;
  settings?: readonly string[];
  configFile?: string;
}

/**
 * Starts a Redis on 127.0.0.1.
 *
 * @param options.keepIn the folder of its append-only file; without it the Redis stores nothing
 * @param options.configFile the file that `config rewrite` writes to
 */
export async function startRedis({
  port,
  keepIn,
  settings: more = [],
  configFile,
}: StartOptions = {}): Promise<RedisServer> {
  port ??= await freePort();
  // Replicas and Cluster nodes always write files, whatever their settings.
  const folder = keepIn ?? freshFolder("redis");
  const persistence = keepIn ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"];
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const config = configFile === undefined ? [] : [configFile];
  const server = await startServer("redis-server", [...config, ...place, "--save", "", ...persistence, ...more]);
  return {
    ...server,
    url: `redis://127.0.0.1:${port}`,
    port,
    async stop() {
      await server.stop();
      if (!keepIn) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a program of Redis, and waits until it is ready. */
export async function startServer(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const isReady = /Ready to accept connections|Sentinel ID is/;
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (isReady.test(output)) break;
  }
  if (!isReady.test(output)) throw new Error(`${program} did not start:\n${output}`);
  return {
    hang: () => void child.kill("SIGSTOP"),
    wake: () => void child.kill("SIGCONT"),
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (!address || typeof address === "string") throw new Error("No free port");
  return address.port;
}
