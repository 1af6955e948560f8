import { describe, expect, it } from "vitest";
import { responseReader } from "../bench/responses";
import { nearness, verdictOf } from "../bench/goals";

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
