import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { TURN_MAX_MS } from "./read-turns";
import { sendInTurn } from "./send-turns";

test("responses to visitors who waited for the same thing are sent in several turns", async () => {
  const sent: string[] = [];
  const responses = ["1", "2", "left", "3"].map((name) => {
    const res = new ServerResponse(new IncomingMessage(new Socket()));
    if (name === "left") res.destroy();
    return sendInTurn(res, () => {
      sent.push(name);
      const endMs = performance.now() + TURN_MAX_MS;
      while (performance.now() < endMs);
    });
  });
  for (const expected of [["1"], ["1", "2"], ["1", "2", "3"]]) {
    await nextTurn();
    expect(sent).toEqual(expected);
  }
  await Promise.all(responses);
});
