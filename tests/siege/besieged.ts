import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { hasRedis, startRedis } from "@storefront/test-support/redis";
import { createSignedUrls } from "@storefront/image-proxy/signed-url";
import { startSandbox } from "@storefront/sandbox/start";
import { signInAt } from "@storefront/sandbox/test/calls";
import { keysOf } from "~server/crypto/keys";
import { freePort, NODE_OPTIONS, sandboxedVariables } from "~tools/demo/storefront-process";
import { SLOTS, type SlotName } from "~server/pictures/slots";
import { sessionCookie } from "~server/session/session";
import type { Child } from "../bench/children";
import { childrenOf } from "../bench/process-usage";
import { withEnv } from "../support/environment";
import { SITE } from "../support/proxied";
import { startHaproxy } from "../support/shipped-haproxy";
import { startNginx } from "../support/shipped-nginx";
import { ROOT } from "../support/deployed";
import type { Attack, LogTarget, Target, Variant } from "./attack";
import type { Servers, ServersPorts } from "./hostile-servers";
import { buyerOf, type Buyer } from "./buyer";
import { memoryLimit, type MemoryLimit } from "./memory-limit";
import { PICTURES } from "./hostile-replies";
import { niceOf } from "./priority";

/** Starts the built storefront in a process with 1 GiB, its servers, and optionally a proxy in front of it. */

export const LIMIT_BYTES = 1024 ** 3;
const START_DEADLINE_MS = 15_000;
const STOP_DEADLINE_MS = 40_000;
const FIRST_PORT = 27_000;
/** The size of the disk for a log that fills up. */
const SMALL_DISK = "size=64k";
/** The attackers' simultaneous connections; fewer if the system's limit is lower. */
const CONNECTIONS_MAX = 5_000;
const CONNECTIONS_BEHIND_PROXY_MAX = 1_000;
/** The open files of a process besides its connections. */
const OTHER_FILES = 300;
/** The storefront of one attack. */
export interface Besieged {
  target: Target;
  buyer: () => Promise<Buyer>;
  limit: MemoryLimit | undefined;
  /** Returns the reason why the process has ended; undefined while it runs. */
  ended: () => string | undefined;
  /** Returns the lines of its log at error level. */
  errorLines: () => string[];
  /** Ends the process with SIGTERM. Returns the milliseconds that it took; undefined if it had to be killed. */
  stop: () => Promise<number | undefined>;
  /** Ends everything that belongs to the storefront. */
  clear: () => Promise<void>;
}

/** The process ended before it listened. */
export class NotStarted extends Error {
  override name = "NotStarted";
}

function openLog(log: LogTarget, folder: string): { descriptor: number; clear: () => void } {
  switch (log) {
    case "file":
      return { descriptor: openSync(join(folder, "log"), "a"), clear: () => undefined };
    case "full device":
      return { descriptor: openSync("/dev/full", "w"), clear: () => undefined };
    case "disk that fills up": {
      const disk = join(folder, "disk");
      mkdirSync(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", SMALL_DISK, "tmpfs", disk]);
      return {
        descriptor: openSync(join(disk, "log"), "a"),
        clear: () => void spawnSync("umount", ["--lazy", disk]),
      };
    }
    case "reader that is stuck": {
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      // This keeps the pipe open without reading from it.
      const descriptor = openSync(pipe, "r+");
      return { descriptor, clear: () => undefined };
    }
  }
}

/** Returns true if this process may mount a disk. */
export function mayMount(): boolean {
  return spawnSync("unshare", ["--mount", "true"]).status === 0 && process.getuid?.() === 0;
}

function ownFilesMax(): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? 1_024);
}

/** Starts the process within its memory limit and with precedence over all others. */
async function startProcess(
  env: Record<string, string>,
  {
    node,
    log,
    limit,
    filesMax,
  }: { node: string; log: number; limit: MemoryLimit | undefined; filesMax?: number | undefined },
): Promise<{ child: ChildProcess; ended: () => string | undefined }> {
  const script = 'test -z "$1" || echo $$ > "$1"; test -z "$2" || ulimit -n "$2"; shift 2; exec "$@"';
  // `nice` adds the number to the priority of this process.
  const nice = ["nice", "-n", String(niceOf("storefront") - niceOf("world"))];
  const program = [...nice, node, ...NODE_OPTIONS, "build/server/index.js"];
  const child = spawn("sh", ["-c", script, "sh", limit?.procsFile ?? "", String(filesMax ?? ""), ...program], {
    cwd: ROOT,
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
    stdio: ["ignore", log, log, "ipc"],
  });
  let end: string | undefined;
  const exited = once(child, "exit").then(([code, signal]) => {
    end = signal === null ? `exit code ${String(code)}` : String(signal);
  });
  const endWithParent = () => child.kill("SIGKILL");
  process.once("exit", endWithParent);
  void exited.then(() => process.off("exit", endWithParent));
  const ready = once(child, "message", { signal: AbortSignal.timeout(START_DEADLINE_MS) }).then(() => true);
  const isReady = await Promise.race([ready, exited.then(() => false)]).catch(() => false);
  if (!isReady) {
    const why = end ?? `it did not listen within ${START_DEADLINE_MS / 1_000} s`;
    child.kill("SIGKILL");
    await exited;
    throw new NotStarted(why);
  }
  child.disconnect();
  return { child, ended: () => end };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // The process has ended already.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function startFront(variant: Variant, port: number, healthPort: number) {
  const connections = 4 * CONNECTIONS_BEHIND_PROXY_MAX;
  if (variant.front === "haproxy") return startHaproxy([port, port], undefined, connections, [healthPort, healthPort]);
  if (variant.front === "nginx") return startNginx([port, port], undefined, connections);
  return undefined;
}

/** Returns the sizes of a preset, each of which costs a resize. */
const sizesOf = (slot: SlotName) => SLOTS[slot].sizes.map((size) => [slot, size] as const);
/** This equals `server/pictures/image-proxy.ts`, which only the build can load. */
const { signedPaths } = createSignedUrls({
  prefix: "/pictures/",
  presets: Object.values(SLOTS),
  keys: () => keysOf("picture"),
  // No URL in the attacks is relative, so the base is unused.
  baseUrl: () => "none:",
  allowedSource: () => undefined,
});
const PICTURE_SIZES = [...sizesOf("banner"), ...sizesOf("card"), ...sizesOf("largeCard"), ...sizesOf("mark")];

/**
 * Starts the storefront for an attack.
 *
 * @param servers the servers that the storefront relies on
 * @throws NotStarted
 */
export async function besiege(
  attack: Attack,
  variant: Variant,
  servers: Child<Servers, ServersPorts>,
): Promise<Besieged> {
  const ends: (() => unknown)[] = [];
  const clear = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const sandbox = await startSandbox();
    ends.push(() => sandbox.close());
    await sandbox.setProduct("1001", { stock: "1000000000" });
    for (const [id, patch] of Object.entries(attack.products ?? {})) await sandbox.setProduct(id, patch);
    if (variant.store === "redis" && !hasRedis) throw new Error("redis-server is missing.");
    const redis =
      variant.store === "redis" ? await startRedis({ settings: ["--maxmemory-policy", "noeviction"] }) : undefined;
    if (redis) ends.push(() => redis.stop());
    const ports = await servers.ask({ kind: "start", sandboxUrl: sandbox.url, redisPort: redis?.port });

    // The store is on a disk, as on a server, because files in memory would count as the process's own memory.
    const folder = mkdtempSync(join(tmpdir(), "storefront-siege-"));
    const witness = freshFolder("storefront-siege-witness");
    ends.push(() => [folder, witness].forEach((one) => rmSync(one, { recursive: true, force: true })));
    const port = await freePort(FIRST_PORT);
    const healthPort = await freePort(port + 1_000);
    const pictures = `http://127.0.0.1:${ports.pictures}`;
    const env: Record<string, string> = {
      ...sandboxedVariables({ port, sandboxUrl: `http://127.0.0.1:${ports.upstream}` }),
      METRICS_PORT: String(healthPort),
      LOG_LEVEL: "info",
      DATA_DIR: folder,
      WITNESS_DIR: witness,
      IMAGE_HOSTS: [sandbox.url, pictures].join(" "),
      ...(redis && { REDIS_URL: `redis://127.0.0.1:${ports.redis}` }),
      ...(variant.front !== "direct" && { PUBLIC_ORIGIN: `https://${SITE}`, TRUST_PROXY: "1" }),
    };
    const log = openLog(attack.log ?? "file", folder);
    ends.push(() => log.clear());
    ends.push(() => closeSync(log.descriptor));
    const limit = memoryLimit(LIMIT_BYTES);
    if (limit) ends.push(() => limit.remove());
    const { filesMax } = attack;
    const { child, ended } = await startProcess(env, { node: variant.node, log: log.descriptor, limit, filesMax });
    const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : Promise.resolve();
    ends.push(async () => {
      // A child that is busy with a picture would outlive its parent, so we kill it too.
      const children = childrenOf(child.pid ?? 0);
      child.kill("SIGKILL");
      await exited;
      children.forEach(kill);
      limit?.processes().forEach(kill);
    });
    const front = await startFront(variant, port, healthPort);
    if (front) {
      ends.push(() => rmSync(front.folder, { recursive: true, force: true }));
      ends.push(() => front.stop());
    }

    /** Returns the session cookie that the storefront would set for a token. */
    const cookieFor = async (session: { token: string; account: string }) =>
      (await withEnv(env, () => sessionCookie(session))).split(";")[0] ?? "";
    const accounts: string[] = [];
    for (let count = 0; count < (attack.accounts ?? 0); count += 1) {
      const account = await sandbox.createAccount({ authLevel: 3 });
      const token = await signInAt(sandbox, account);
      accounts.push(await cookieFor({ token, account: account.email }));
    }
    const pathsOf = (name: string) =>
      withEnv(env, () =>
        PICTURE_SIZES.map(([slot, size]) => signedPaths(SLOTS[slot], `${pictures}/${name}/${slot}${size}`)(size)),
      );
    const hostile: Record<string, string[]> = {};
    for (const name of Object.keys(PICTURES)) hostile[name] = await pathsOf(name);
    const [ordinaryPicture = ""] = await pathsOf("ordinary");
    const origin = env.PUBLIC_ORIGIN ?? "";
    const target: Target = {
      origin,
      host: new URL(origin).host,
      port,
      healthPort,
      pid: child.pid ?? 0,
      accounts,
      pictures: hostile,
      ordinaryPicture,
      front: { port: front?.port ?? port, isTls: front !== undefined },
      storeFile: redis ? undefined : join(folder, "storefront.db"),
      connectionsMax: front
        ? CONNECTIONS_BEHIND_PROXY_MAX
        : Math.max(100, Math.min(CONNECTIONS_MAX, ownFilesMax() - OTHER_FILES)),
    };
    return {
      target,
      limit,
      ended,
      clear,
      buyer: () => buyerOf(target, sandbox, cookieFor),
      errorLines: () =>
        (attack.log ?? "file") === "file"
          ? readFileSync(join(folder, "log"), "utf8")
              .split("\n")
              .filter((line) => line.includes('"level":"error"') || line.includes('"level":"fatal"'))
          : [],
      async stop() {
        const fromMs = performance.now();
        child.kill("SIGTERM");
        const late = AbortSignal.timeout(attack.endsWithinMs ? STOP_DEADLINE_MS : STOP_DEADLINE_MS / 8);
        const isOver = exited.then(() => true);
        const isLate = once(late, "abort").then(() => false);
        return (await Promise.race([isOver, isLate])) ? performance.now() - fromMs : undefined;
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
