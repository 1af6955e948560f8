import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An upstream whose list of products is long. */
export interface LongCatalogue {
  url: string;
  /** Makes every page of the list from this one on unreadable; without a page all are readable again. */
  failFrom(page?: number): void;
  close(): Promise<void>;
}

/**
 * A proxy of an upstream that returns a list of products longer than the seed's.
 *
 * @param upstreamUrl the upstream for every other call
 * @param length how many products the list has
 */
export async function startLongCatalogue(upstreamUrl: string, length: number): Promise<LongCatalogue> {
  let failFrom = Infinity;

  function list(page: number, pageSize: number) {
    const first = (page - 1) * pageSize + 1;
    const data = Array.from({ length: Math.max(0, Math.min(pageSize, length - first + 1)) }, (_, index) => ({
      productId: `${9000 + first + index}`,
      title: `Long list ${first + index}`,
      productStatus: 1,
      miningCycle: "540",
      serviceRate: "20",
      incomeType: "1",
      price: "15.5",
      paySymbol: "USDT",
    }));
    return { code: "0", msg: "suc", data: { data, count: length } };
  }

  async function reply(path: string, headers: Record<string, string>, body: string): Promise<string> {
    if (path.endsWith("/project_sku")) {
      const { page, pageSize } = JSON.parse(body) as { page: number; pageSize: number };
      return page >= failFrom ? "out of order" : JSON.stringify(list(page, pageSize));
    }
    const response = await fetch(upstreamUrl + path, { method: "POST", headers, body });
    return response.text();
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const headers = {
        "content-type": "application/json",
        "exchange-language": String(incoming.headers["exchange-language"]),
      };
      reply(incoming.url ?? "", headers, Buffer.concat(parts).toString("utf8")).then(
        (text) => outgoing.writeHead(200, { "content-type": "application/json" }).end(text),
        () => outgoing.destroy(),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failFrom: (page = Infinity) => void (failFrom = page),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
