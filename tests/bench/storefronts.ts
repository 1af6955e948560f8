import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort, NODE_OPTIONS, sandboxedVariables } from "~tools/demo/storefront-process";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { ROOT } from "../support/steps";

/** The built storefront, as `npm start` runs it: with its log in a file, and with metrics. */
export interface Storefront {
  /** PUBLIC_ORIGIN. */
  url: string;
  ports: number[];
  pids: number[];
  stop(): Promise<void>;
}

const FIRST_PORT = 18_000;
const START_DEADLINE_MS = 30_000;
let nextPort = FIRST_PORT;

async function spawnOne(env: Record<string, string>, folder: string, logFile: string) {
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, [...NODE_OPTIONS, "build/server/index.js"], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const exited = once(child, "exit");
  const endWithParent = () => child.kill("SIGKILL");
  process.once("exit", endWithParent);
  void exited.then(() => process.off("exit", endWithParent));
  const ready = once(child, "message", { signal: AbortSignal.timeout(START_DEADLINE_MS) }).then(() => true);
  if (!(await Promise.race([ready, exited.then(() => false)]).catch(() => false))) {
    child.kill("SIGKILL");
    throw new Error(`The storefront did not start; see ${logFile}`);
  }
  child.disconnect();
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * Starts the built storefront.
 *
 * @param options.folder the project that was built; by default this one
 * @param options.instances how many processes, which share origin, secret and store
 * @param options.variables override the storefront's
 */
export async function startStorefronts({
  folder = ROOT,
  upstreamUrl,
  instances = 1,
  variables = {},
}: {
  folder?: string;
  upstreamUrl: string;
  instances?: number;
  variables?: Record<string, string>;
}): Promise<Storefront> {
  const dataDir = freshFolder("storefront-bench");
  const logFile = join(dataDir, "storefront.log");
  const ports: number[] = [];
  const processes: Awaited<ReturnType<typeof spawnOne>>[] = [];
  let env: Record<string, string> = {};
  for (let index = 0; index < instances; index += 1) {
    const port = await freePort(nextPort);
    nextPort = port + 1;
    const own = sandboxedVariables({ port, sandboxUrl: upstreamUrl });
    // The second instance has the origin and the secret of the first.
    env = { ...own, LOG_LEVEL: "info", METRICS_PORT: "0", DATA_DIR: dataDir, ...variables, ...env, PORT: String(port) };
    processes.push(await spawnOne(env, folder, logFile));
    ports.push(port);
  }
  return {
    url: env.PUBLIC_ORIGIN ?? "",
    ports,
    pids: processes.map(({ pid }) => pid),
    async stop() {
      await Promise.all(processes.map((one) => one.stop()));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
