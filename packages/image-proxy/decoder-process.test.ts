import { describe, expect, test } from "vitest";
import { decoderProcess } from "./decoder-process";

describe("the process of a decoder", () => {
  const PROGRAM = `process.on("message", ({ does }) => {
    if (does === "end") process.exit(1);
    if (does === "answer") process.send("done");
  }); process.send("ready");`;

  test("that ends or hangs over an image is replaced for the next one", async () => {
    const run = decoderProcess(PROGRAM, 1_000);
    expect(await run({ does: "answer" })).toBe("done");
    expect(await run({ does: "end" })).toBeUndefined();
    expect(await run({ does: "answer" })).toBe("done");
    expect(await run({ does: "hang" })).toBeUndefined();
    expect(await run({ does: "answer" })).toBe("done");
  });

  test("that cannot be started is no fault of the image", async () => {
    await expect(decoderProcess("process.exit(1)", 1_000)({})).rejects.toThrow("");
    await expect(decoderProcess("process.exit(1)", 1_000)({})).rejects.toMatchObject({ name: "DecoderUnavailable" });
  });
});
