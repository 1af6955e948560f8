import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import sharp from "sharp";
import { respondToParent } from "../bench/children";
import type { Hostility } from "./attack";
import { PICTURES, REPLIES } from "./hostile-replies";
import { takePriority } from "./priority";

/**
 * Hostile dependencies in a separate process: a gateway that replaces the response of one upstream call, a proxy that
 * floods Redis replies, and a host of pictures.
 */

/** Orders for the process: start, turn hostile, or pass everything on again. */
export type Servers =
  | { kind: "start"; sandboxUrl: string; redisPort: number | undefined }
  | { kind: "hostile"; hostility: Hostility }
  | { kind: "peace" };

export interface ServersPorts {
  upstream: number;
  redis: number;
  pictures: number;
}

/** The number of connections to Redis that are flooded before Redis works again. */
const FLOODED_CONNECTIONS = 6;
const FLOOD_BLOCK = Buffer.alloc(64 * 1024, "$1\r\na\r\n");
/** The floods: one long text, and one long list of short texts. */
const FLOOD_STARTS = ["$536870000\r\n", "*400000000\r\n"] as const;

takePriority("world");

let hostility: Hostility | undefined;
let flooded = 0;
let sandbox = { port: 0 };
let redisPort = 0;

const agent = new Agent({ keepAlive: true });

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Returns the last part of a call's path. */
const callOf = (url = "") => url.split("?")[0]?.split("/").at(-1);

function gateway(req: IncomingMessage, res: ServerResponse): void {
  res.on("error", () => undefined);
  if (hostility?.server === "upstream" && hostility.call.split(" ").includes(callOf(req.url) ?? "")) {
    req.resume();
    REPLIES[hostility.reply]?.(res);
    return;
  }
  const passed = request(
    { agent, port: sandbox.port, host: "127.0.0.1", method: req.method, path: req.url, headers: req.headers },
    (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    },
  );
  passed.on("error", () => res.destroy());
  res.on("close", () => passed.destroy());
  req.pipe(passed);
}

/** Sends blocks for as long as the client reads them. */
function flood(socket: Socket, start: string): void {
  socket.write(start);
  const go = () => {
    while (!socket.destroyed && socket.write(FLOOD_BLOCK));
  };
  socket.on("drain", go);
  go();
}

function redisLine(near: Socket): void {
  const far = connect(redisPort, "127.0.0.1");
  let isFlooded = false;
  for (const socket of [near, far]) {
    socket.on("error", () => undefined);
    socket.on("close", () => [near, far].forEach((one) => one.destroy()));
  }
  near.on("data", (sent) => {
    if (isFlooded) return;
    if (hostility?.server === "redis" && flooded < FLOODED_CONNECTIONS) {
      flooded += 1;
      isFlooded = true;
      flood(near, FLOOD_STARTS[flooded % 2] ?? "");
    } else far.write(sent);
  });
  far.on("data", (piece) => {
    if (!isFlooded) near.write(piece);
  });
}

const ordinary = sharp({ create: { width: 300, height: 300, channels: 3, background: "#7a5" } })
  .png()
  .toBuffer();

/** Responds to `/<kind of response>/<anything>`. */
async function picture(req: IncomingMessage, res: ServerResponse): Promise<void> {
  res.on("error", () => undefined);
  const hostile = PICTURES[(req.url ?? "").split("/")[1] ?? ""];
  if (hostile) return hostile(res);
  const bytes = await ordinary;
  res.writeHead(200, { "content-type": "image/png", "content-length": bytes.length }).end(bytes);
}

const ports = {
  upstream: await listen(createServer(gateway)),
  redis: await listen(createTcpServer(redisLine)),
  pictures: await listen(
    createServer((req, res) => {
      picture(req, res).catch((error: unknown) => res.destroy(error as Error));
    }),
  ),
};

respondToParent((servers: Servers): ServersPorts => {
  flooded = 0;
  hostility = servers.kind === "hostile" ? servers.hostility : undefined;
  if (servers.kind === "start") {
    sandbox = { port: Number(new URL(servers.sandboxUrl).port) };
    redisPort = servers.redisPort ?? 0;
  }
  return ports;
});
