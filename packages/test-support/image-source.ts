import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeEach } from "vitest";

/** How a source responds for one path. */
export type SourceReply = Buffer | ((response: ServerResponse) => void);

/** A host of images whose responses the test sets. */
export interface ImageSource {
  url: string;
  /** The paths that were requested. */
  asked: string[];
  /** The response of each path; 404 without an entry. */
  paths: Map<string, SourceReply>;
}

/** Starts such a host on loopback, for the file of tests whose first lines call it. */
export async function useImageSource(): Promise<ImageSource> {
  const source: ImageSource = { url: "", asked: [], paths: new Map() };
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    source.asked.push(path);
    const reply = source.paths.get(path);
    // A client that has heard enough leaves.
    response.on("error", () => undefined);
    if (typeof reply === "function") return reply(response);
    if (!reply) return void response.writeHead(404, { "content-type": "image/png" }).end();
    response.writeHead(200, { "content-type": "image/png", "content-length": reply.length }).end(reply);
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

/** Responds with these bytes as something else than a PNG. */
export const as = (type: string, bytes: Buffer | string, headers: Record<string, string> = {}): SourceReply => {
  const body = Buffer.from(bytes);
  return (response) =>
    void response.writeHead(200, { "content-type": type, "content-length": body.length, ...headers }).end(body);
};
