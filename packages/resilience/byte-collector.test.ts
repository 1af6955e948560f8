import { expect, test } from "vitest";
import { ByteCollector, PiecesTooSmall } from "./byte-collector";

test("pieces of any size are joined in order", () => {
  const collector = new ByteCollector();
  const pieces = ["a", "", "b".repeat(5_000), "c"].map((text) => Buffer.from(text));
  for (const piece of pieces) collector.append(piece);
  expect(collector.bytes()).toEqual(Buffer.concat(pieces));
  expect(collector.length).toBe(5_002);
});

test("the sender may overwrite a piece after appending it", () => {
  const collector = new ByteCollector();
  const piece = Buffer.from("kept");
  collector.append(piece);
  piece.fill(0);
  expect(collector.bytes().toString()).toBe("kept");
});

test("a thousand tiny pieces are accepted; more only if they average 64 bytes", () => {
  const tiny = new ByteCollector();
  const one = Buffer.from("x");
  for (let count = 0; count < 1_000; count += 1) tiny.append(one);
  expect(() => tiny.append(one)).toThrow(PiecesTooSmall);

  const usual = new ByteCollector();
  const packet = Buffer.alloc(64);
  for (let count = 0; count < 5_000; count += 1) usual.append(packet);
  expect(usual.length).toBe(320_000);
});

test("clear() starts a new collection", () => {
  const collector = new ByteCollector(16);
  collector.append(Buffer.from("before"));
  collector.clear();
  collector.append(Buffer.from("after"));
  expect(collector.bytes().toString()).toBe("after");
});
