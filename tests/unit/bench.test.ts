import { describe, expect, it } from "vitest";
import { responseReader } from "../bench/responses";
import { nearness, verdictOf } from "../bench/goals";
import { grow } from "../bench/growth";
import { headersOfCopy } from "../bench/pages";
import { cpuMsOf, peakBytesOf } from "../bench/process-usage";

describe("the load generator", () => {
  const read = (...parts: string[]) => {
    const reader = responseReader();
    return parts.map((part) => reader.take(Buffer.from(part, "latin1")));
  };

  it("sees the end of a response by its length, however it is cut", () => {
    const response = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    expect(read(response, response)).toEqual([200, 200]);
    for (let at = 1; at < response.length; at += 1) {
      expect(read(response.slice(0, at), response.slice(at))).toEqual([undefined, 200]);
    }
  });

  it("sees the end of a response in chunks, however it is cut", () => {
    const response = "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    expect(read(response, response)).toEqual([404, 404]);
    for (let at = 1; at < response.length; at += 1) {
      expect(read(response.slice(0, at), response.slice(at))).toEqual([undefined, 404]);
    }
    expect(read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")).toEqual([200]);
  });

  it("sees the end of a response that has no body", () => {
    expect(read("HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n")).toEqual([304]);
    expect(() => read("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")).toThrow("without a length");
  });
});

describe("what a process has used", () => {
  it("is read from what Linux writes, also where the program's name has blanks and brackets", () => {
    expect(cpuMsOf("7 (a) b) S 1 7 7 0 -1 4194304 1 2 3 4 250 30 0 0 20 0 11 0")).toBe(2_800);
    expect(peakBytesOf("VmPeak:\t  900 kB\nVmHWM:\t    2048 kB\nVmRSS:\t 1024 kB\n")).toBe(2 * 1024 * 1024);
    expect(peakBytesOf("")).toBeNaN();
  });
});

describe("the bare server beside the storefront", () => {
  it("sends the same headers, except those about one connection", () => {
    const raw = ["Content-Encoding", "br", "Date", "now", "Set-Cookie", "a=1", "Set-Cookie", "b=2"];
    expect(headersOfCopy([...raw, "Transfer-Encoding", "chunked", "Connection", "keep-alive"], 9)).toEqual([
      ...["Content-Encoding", "br", "Set-Cookie", "a=1", "Set-Cookie", "b=2"],
      ...["Content-Length", "9"],
    ]);
  });
});

describe("an upstream that has grown", () => {
  const envelope = (data: unknown) => ({ code: "0", data });

  it("repeats its products, each with a number of its own, up to the end of the list", () => {
    const grown = grow(
      "/x/project_sku",
      { type: "1", page: 3, pageSize: 5 },
      envelope({ data: [{ title: "one" }, { title: "two" }], count: 2 }),
      { products: 12 },
    );
    expect(grown.data).toEqual({
      data: [
        { title: "one", productId: "900010" },
        { title: "two", productId: "900011" },
      ],
      count: 12,
    });
  });

  it("repeats its orders, and leaves every other response unchanged", () => {
    const orders = envelope({ orderList: [{ orderNum: "7" }], count: 1 });
    const { data } = grow("/x/getOrderList", { page: 1, pageSize: 100 }, orders, { orders: 20 });
    expect((data as { orderList: unknown[] }).orderList).toHaveLength(20);
    expect(grow("/x/user_info", {}, orders, { orders: 20 })).toBe(orders);
    expect(grow("/x/getOrderList", {}, orders, {})).toBe(orders);
  });
});

describe("the report of the bench", () => {
  it("names noise where a goal is nearer than the turns are to each other", () => {
    const verdict = { goal: "g", page: "Home", value: 0.49, unit: "of it", met: false, noise: 0.051, ratio: 0.98 };
    expect(nearness(verdict)).toBe("within noise (± 6 %)");
    expect(nearness({ ...verdict, ratio: 0.5 })).toBe("not met, 2 times off");
    expect(nearness({ ...verdict, met: true, ratio: 2 })).toBe("met, 2 times as good");
  });

  it("judges a goal by its worst row", () => {
    const perSecond = { median: 100, least: 90, most: 110 };
    const rows = [
      { page: "Home", ms: 1 },
      { page: "Login", ms: 4, perSecond },
      { page: "Notice", ms: NaN },
    ];
    const judge = (goal: string, limit: number) => verdictOf(goal, rows, ({ ms }) => ms, "ms", limit);
    expect(judge("2 ms", 2)).toMatchObject({ page: "Login", value: 4, met: false, ratio: 0.5 });
    expect(judge("4 ms", 4)).toMatchObject({ page: "Login", met: true, ratio: 1 });
    expect(judge("2 ms", 2)?.noise).toBeCloseTo(0.1);
    expect(judge("at least 2 ms", 2)).toMatchObject({ page: "Home", value: 1, met: false, ratio: 0.5, noise: 0 });
    for (const none of [[], undefined]) expect(verdictOf("g", none, () => 1, "ms", 2)).toBeUndefined();
  });
});
