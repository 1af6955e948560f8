import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

export const PROJECT_DIR = fileURLToPath(new URL("../..", import.meta.url));
const START_DEADLINE_MS = 30_000;
/** This much output shows why a process did not start. */
const OUTPUT_MAX_CHARACTERS = 100_000;

export type StorefrontProcess = Awaited<ReturnType<typeof startStorefront>>;

/** Returns a free port on loopback: `preferred`, or one of the next hundred. */
export async function freePort(preferred: number): Promise<number> {
  for (let port = preferred; port < Math.min(preferred + 100, 65_536); port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port at or above ${preferred}.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** As in `npm start`. A larger young generation and optimised WebAssembly take memory and save no measurable time. */
export const NODE_OPTIONS = ["--max-semi-space-size=4", "--liftoff-only"];

/** Returns the variables of a storefront on loopback, with a sandbox and a new session secret. */
export function sandboxedVariables(options: { port: number; sandboxUrl: string }): Record<string, string> {
  return {
    NODE_ENV: "production",
    MALLOC_ARENA_MAX: "2",
    HOST: "127.0.0.1",
    PORT: String(options.port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${options.port}`,
    UPSTREAM_URL: options.sandboxUrl,
    // There is no balancer that must notice the shutdown.
    DRAIN_DELAY_MS: "0",
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    // The sandbox stands in for both captcha providers; its other name makes it a second host.
    CAPTCHA_SLIDER_SRC: `${options.sandboxUrl}/widgets/slider.js`,
    CAPTCHA_CHALLENGE_ORIGINS: [options.sandboxUrl, options.sandboxUrl.replace("//127.0.0.1:", "//localhost:")].join(
      " ",
    ),
    CAPTCHA_MONITOR_URL: `${options.sandboxUrl}/monitor/send`,
  };
}

/** Starts the built storefront and waits at most 30 s until it listens. `env` is its whole environment. */
export async function startStorefront(options: {
  env: Readonly<Record<string, string | undefined>>;
  node?: string;
  buildDirectory?: string;
}) {
  const { node = process.execPath, buildDirectory = "build" } = options;
  const url = options.env["PUBLIC_ORIGIN"];
  if (!url) throw new Error("PUBLIC_ORIGIN is missing.");
  const child = spawn(node, [...NODE_OPTIONS, `${buildDirectory}/server/index.js`], {
    cwd: PROJECT_DIR,
    env: { NODE_ENV: "production", ...options.env },
    // The channel has one message, which says that the storefront listens.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-OUTPUT_MAX_CHARACTERS)));
  }
  /** The exit code; null after a signal that the process did not handle. */
  const exited = once(child, "exit").then(([code]) => code as number | null);
  // Otherwise it would outlive a crashed parent and occupy the port.
  const endWithParent = () => child.kill("SIGTERM");
  process.once("exit", endWithParent);
  void exited.then(() => process.off("exit", endWithParent));

  async function stop(): Promise<number | null> {
    child.kill("SIGTERM");
    return exited;
  }

  async function kill(): Promise<void> {
    child.kill("SIGKILL");
    await exited;
  }

  const ready = once(child, "message", { signal: AbortSignal.timeout(START_DEADLINE_MS) });
  if (!(await Promise.race([ready.then(() => true), exited.then(() => false)]).catch(() => false))) {
    await stop();
    throw new Error(`The storefront did not start at ${url}:\n${output}`);
  }
  child.disconnect();
  return { url, output: () => output, exited, /** Ends the process gracefully. */ stop, kill };
}
