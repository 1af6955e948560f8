import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { respondToParent } from "./children";

/** The response of the bare server to every request. */
export interface FloorResponse {
  status: number;
  /** Names and values alternately, as node:http writes them. */
  rawHeaders: string[];
  bodyBase64: string;
}

/** The upper bound for any Node server: node:http that sends prepared bytes. */
let ready: Omit<FloorResponse, "bodyBase64"> = { status: 204, rawHeaders: [] };
let body = Buffer.alloc(0);

const server = createServer((_req, res) => {
  res.writeHead(ready.status, ready.rawHeaders).end(body);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

respondToParent(({ bodyBase64, ...rest }: FloorResponse) => {
  ready = rest;
  body = Buffer.from(bodyBase64, "base64");
  return { port: (server.address() as AddressInfo).port };
});
