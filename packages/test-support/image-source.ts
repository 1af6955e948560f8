import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeEach } from "vitest";

/** How a source answers for one path. */
export type Answering = Buffer | ((response: ServerResponse) => void);

/** A host of images whose answers the test decides. */
export interface ImageSource {
  url: string;
  /** The paths that were asked for. */
  asked: string[];
  /** How each path is answered; 404 without an entry. */
  paths: Map<string, Answering>;
}

/** Starts such a host on loopback, for the file of tests whose first lines call it. */
export async function useImageSource(): Promise<ImageSource> {
  const source: ImageSource = { url: "", asked: [], paths: new Map() };
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    source.asked.push(path);
    const answering = source.paths.get(path);
    // A client that has heard enough leaves.
    response.on("error", () => undefined);
    if (typeof answering === "function") return answering(response);
    if (!answering) return void response.writeHead(404, { "content-type": "image/png" }).end();
    response.writeHead(200, { "content-type": "image/png", "content-length": answering.length }).end(answering);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No port to be had");
  source.url = `http://127.0.0.1:${address.port}`;
  beforeEach(() => {
    source.asked.length = 0;
    source.paths.clear();
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return source;
}

/** Answers with these bytes as something else than a PNG. */
export const as = (type: string, bytes: Buffer | string, headers: Record<string, string> = {}): Answering => {
  const body = Buffer.from(bytes);
  return (response) =>
    void response.writeHead(200, { "content-type": type, "content-length": body.length, ...headers }).end(body);
};
