import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createResponseTurns, RESPONSES_MAX_MS } from "./response-turns";

/** Makes connections that have received data. Reading one piece takes a whole turn. */
function receiving(names: readonly string[], tookMs = RESPONSES_MAX_MS) {
  let nowMs = 0;
  const takeTurns = createResponseTurns(() => nowMs);
  const read: string[] = [];
  const sockets = names.map((name) => {
    const socket = new Readable({ read: () => undefined });
    takeTurns(socket);
    socket.on("readable", () => {
      for (let piece: unknown; (piece = socket.read()) !== null;) {
        read.push(`${name}: ${String(piece)}`);
        nowMs += tookMs;
      }
    });
    socket.on("end", () => read.push(`${name} ends`));
    return socket;
  });
  return { sockets, read };
}

test("data of many connections is read over several turns of the event loop, in order of arrival", async () => {
  const { sockets, read } = receiving(["a", "b", "c"]);
  for (const socket of sockets) socket.push("1");
  await nextTurn();
  expect(read).toEqual(["a: 1"]);
  sockets[0]?.push("2");
  await nextTurn();
  expect(read).toEqual(["a: 1", "b: 1"]);
  await nextTurn();
  await nextTurn();
  expect(read).toEqual(["a: 1", "b: 1", "c: 1", "a: 2"]);
});

test("quick reads are not delayed, and each connection is read to its end", async () => {
  const { sockets, read } = receiving(["a", "b"], 0);
  for (const socket of sockets) {
    socket.push("1");
    socket.push(null);
  }
  await nextTurn();
  expect([...read].sort()).toEqual(["a ends", "a: 1", "b ends", "b: 1"]);
});

test("a waiting connection is read to its end, even if it has closed", async () => {
  const { sockets, read } = receiving(["a", "b"]);
  for (const socket of sockets) {
    socket.push("1");
    socket.push(null);
  }
  await expect.poll(() => [...read].sort()).toEqual(["a ends", "a: 1", "b ends", "b: 1"]);
});
