import { Redis } from "ioredis";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, startRedis, startServer, type RedisServer } from "@storefront/test-support/redis";

/** The name of the primary among the Sentinels. */
const NAME = "shop";
/** The time for the servers to find each other. They exchange messages every two seconds. */
const MEETING_DEADLINE_MS = 60_000;

/** A primary with replicas, watched by three Sentinels. */
export interface Watched {
  /** The value of `REDIS_URL`. */
  url: string;
  /** The value of `REDIS_SENTINEL_PASSWORD`. */
  sentinelPassword: string;
  servers: RedisServer[];
  /** Returns the server that the Sentinels consider the primary. */
  primary: () => Promise<RedisServer>;
  /** Makes a replica the primary; resolves when every Sentinel reports it. */
  failOver: () => Promise<void>;
  /** Resolves when no Sentinel reports this server as the primary any more. */
  replaced: (primary: RedisServer) => Promise<void>;
  stopSentinels: () => Promise<void>;
  /** Starts the Sentinels again; resolves when a failover is possible. */
  startSentinels: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts the servers, each kind with its own password. Resolves when a failover is possible.
 *
 * @param replicas the number of replicas
 * @param options.keepIn the folder of the first primary's append-only file
 */
export async function startWatched(
  replicas: number,
  { keepIn }: Pick<NonNullable<Parameters<typeof startRedis>[0]>, "keepIn"> = {},
): Promise<Watched> {
  const [password, sentinelPassword] = ["p@ss/w:rd%", "of-the-sentinels"];
  const folder = freshFolder("sentinels");
  const secret = ["--requirepass", password, "--masterauth", password, "--repl-diskless-sync-delay", "0"];
  const first = await startRedis({ settings: secret, ...(keepIn ? { keepIn } : {}) });
  const following = [...secret, "--replicaof", `127.0.0.1 ${first.port}`];
  const servers = [first];
  for (let n = 0; n < replicas; n += 1) servers.push(await startRedis({ settings: following }));

  const ports: number[] = [];
  const files: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const port = await freePort();
    const file = join(folder, `${n}.conf`);
    writeFileSync(
      file,
      `port ${port}
bind 127.0.0.1
dir ${folder}
requirepass ${sentinelPassword}
sentinel sentinel-pass ${sentinelPassword}
sentinel monitor ${NAME} 127.0.0.1 ${first.port} 2
sentinel auth-pass ${NAME} ${password}
sentinel down-after-milliseconds ${NAME} 1500
sentinel failover-timeout ${NAME} 6000
`,
    );
    files.push(file);
    ports.push(port);
  }
  const running: Awaited<ReturnType<typeof startServer>>[] = [];
  const clients = ports.map((port) => new Redis({ port, password: sentinelPassword, lazyConnect: true }));
  // The Sentinels are stopped in between.
  for (const client of clients) client.on("error", () => undefined);

  const primaryPorts = () =>
    Promise.all(
      clients.map(async (one) =>
        Number(((await one.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME)) as string[])[1]),
      ),
    );
  async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const untilMs = performance.now() + MEETING_DEADLINE_MS;
    while (!(await holds())) {
      if (performance.now() > untilMs) throw new Error(`The Sentinels do not reach this state: ${what}`);
      await wait(50);
    }
  }
  const replaced = (port: number) =>
    until("another primary", async () => {
      const seen = new Set(await primaryPorts());
      return seen.size === 1 && !seen.has(port);
    });
  async function primary(): Promise<RedisServer> {
    const [port] = await primaryPorts();
    const found = servers.find((server) => server.port === port);
    if (!found) throw new Error("The Sentinels name an unknown primary.");
    return found;
  }

  async function startSentinels(): Promise<void> {
    for (const file of files) running.push(await startServer("redis-server", [file, "--sentinel"]));
    await until("all know each other", async () => {
      const states = await Promise.all(
        clients.map(async (one) => fieldsOf(await one.call("SENTINEL", "MASTER", NAME))),
      );
      return states.every((one) => one["num-slaves"] === String(replicas) && one["num-other-sentinels"] === "2");
    });
  }
  async function stopSentinels(): Promise<void> {
    for (const { stop } of running.splice(0)) await stop();
  }

  await startSentinels();
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return {
    url: `redis-sentinel://default:${encodeURIComponent(password)}@${hosts}/${NAME}`,
    sentinelPassword,
    servers,
    primary,
    async failOver() {
      const { port } = await primary();
      await until("a failover", async () => {
        const response = await clients[0]?.call("SENTINEL", "FAILOVER", NAME).catch(() => "not yet");
        return response === "OK";
      });
      await replaced(port);
    },
    replaced: ({ port }) => replaced(port),
    stopSentinels,
    startSentinels,
    async stop() {
      for (const one of clients) one.disconnect();
      await stopSentinels();
      for (const { stop } of servers) await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a reply of alternating names and values as an object. */
function fieldsOf(response: unknown): Record<string, string> {
  const flat = response as string[];
  return Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ""]] : [])));
}
