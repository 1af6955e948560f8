import { expect, test } from "vitest";
import { readForm } from "~server/forms/body";
import { FORM_MAX_BYTES } from "~server/forms/files";

const REST = "x".repeat(FORM_MAX_BYTES);

/** The fields of a body that comes in pieces of this size, or the status with which it is refused. */
async function read(body: string | Buffer, pieceBytes = 16 * 1024) {
  const bytes = Buffer.from(body);
  let at = 0;
  const pieces = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, (at += pieceBytes)));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", headers, body: pieces, duplex: "half" } as RequestInit;
  try {
    const { form, cut } = await readForm(new Request("http://127.0.0.1:3000/Login", init));
    return { fields: Object.fromEntries([...form].map(([name, value]) => [name, String(value)])), cut, readBytes: at };
  } catch (error) {
    return { status: (error as { status?: number }).status, readBytes: at };
  }
}

const latin1 = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["bytes", (text: string) => text],
  ["percent-encoded", encodeURIComponent],
])("a text cut inside a character ends before it: %s", async (_, encode) => {
  for (let shift = 0; shift < 12; shift += 1) {
    const text = "x".repeat(shift) + "😀王é".repeat(20_000);
    const { fields, cut } = await read(`a=${encode(text)}&b=kept`);
    expect(cut).toBe(true);
    expect(fields?.["b"]).toBe("kept");
    expect(fields?.["a"]?.length).toBeGreaterThan(1_000);
    expect(text.startsWith(String(fields?.["a"]))).toBe(true);
  }
});

test("cutting removes at most one character from the end of a text", async () => {
  const text = `a=${"%FF".repeat(5_460)}`;
  const { fields } = await read(text + REST);
  expect(fields?.["a"]?.replaceAll("x", "")).toBe("\ufffd".repeat(5_460));
});

test.each([
  ["complete", "a=\xff"],
  ["truncated", `a=\xff${REST}`],
  ["truncated after many invalid bytes", `a=${"\xff".repeat(16_000)}x${REST}`],
  ["in a name", `${"\xff".repeat(16_000)}x${REST}`],
  ["after good fields", `a=b&c=${"\x80".repeat(16_000)}x${REST}`],
  ["an incomplete character", "a=\xe7\x8e&b=c"],
])("bytes that are not UTF-8 are rejected: %s", async (_, body) => {
  expect(await read(latin1(body))).toMatchObject({ status: 400 });
});

test.each(["=", "%", "+", "%FF", "?", ";", "%00"])("64 kB of %s are read correctly", async (unit) => {
  expect(await read(unit.repeat(FORM_MAX_BYTES / unit.length))).toMatchObject({ fields: {}, cut: false });
  const body = `a=${unit.repeat(1_000)}`;
  expect((await read(body)).fields?.["a"]).toBe(new URLSearchParams(body).get("a"));
});

test("64 kB of & are too many fields", async () => {
  expect((await read("&".repeat(FORM_MAX_BYTES))).status).toBe(400);
});

test("a body in pieces of 1 or 63 bytes is rejected after a thousand pieces", async () => {
  expect(await read(`a=${"x".repeat(384_000)}`, 1)).toEqual({ status: 400, readBytes: 1_001 });
  const begun = `a=${"x".repeat(70_000)}`;
  expect((await read(`${begun}${"y".repeat(384_000)}`, 63)).status).toBe(400);
});
