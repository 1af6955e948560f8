import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A TCP proxy before a Redis that cuts its connections at one command. */
export interface CuttingProxy {
  url: string;
  /**
   * Cuts every connection once, at the next command that contains a text.
   *
   * @param options.isCarriedOut whether Redis gets the command and carries it out, so that only its response is lost
   * @param options.isGone whether nothing is reached after that until `comeBack`
   */
  cutAt(text: string, options: { isCarriedOut: boolean; isGone?: boolean }): void;
  comeBack(): void;
  /** How often it has cut. */
  cuts: () => number;
}

/** Starts a proxy before the Redis at a port, until the test is over. */
export async function startCuttingProxy(redisPort: number): Promise<CuttingProxy> {
  const clients = new Set<Socket>();
  let next: { text: string; isCarriedOut: boolean; isGone?: boolean } | undefined;
  let isGone = false;
  let cuts = 0;

  function cut(): void {
    cuts += 1;
    for (const client of clients) client.destroy();
  }

  const server = createServer((client) => {
    if (isGone) return void client.destroy();
    clients.add(client);
    const redis = connect(redisPort, "127.0.0.1");
    let isCutting = false;
    client.on("data", (sent) => {
      if (next && sent.includes(next.text)) {
        const { isCarriedOut } = next;
        isGone = next.isGone ?? false;
        next = undefined;
        if (!isCarriedOut) return cut();
        isCutting = true;
      }
      redis.write(sent);
    });
    redis.on("data", (response) => {
      // Redis responds after it has carried a command out.
      if (isCutting) cut();
      else client.write(response);
    });
    for (const socket of [client, redis]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clients.delete(client);
        client.destroy();
        redis.end();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No port to be had");
  onTestFinished(() => {
    server.close();
    for (const client of clients) client.destroy();
  });
  return {
    url: `redis://127.0.0.1:${address.port}`,
    cutAt: (text, options) => void (next = { text, ...options }),
    comeBack: () => void (isGone = false),
    cuts: () => cuts,
  };
}
