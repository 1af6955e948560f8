import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeEach } from "vitest";

export type SourceReply = Buffer | ((response: ServerResponse) => void);

export interface ImageSource {
  url: string;
  asked: string[];
  /** The replies by path; other paths get a 404. */
  paths: Map<string, SourceReply>;
}

/** Starts a host of images. Call it in the first lines of a test file. */
export async function useImageSource(): Promise<ImageSource> {
  const source: ImageSource = { url: "", asked: [], paths: new Map() };
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    source.asked.push(path);
    const reply = source.paths.get(path);
    // A client may leave early.
    response.on("error", () => undefined);
    if (typeof reply === "function") return reply(response);
    if (!reply) return void response.writeHead(404, { "content-type": "image/png" }).end();
    response.writeHead(200, { "content-type": "image/png", "content-length": reply.length }).end(reply);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No free port");
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

/** Makes a reply with a type other than PNG. */
export const as = (type: string, bytes: Buffer | string, headers: Record<string, string> = {}): SourceReply => {
  const body = Buffer.from(bytes);
  return (response) =>
    void response.writeHead(200, { "content-type": type, "content-length": body.length, ...headers }).end(body);
};
