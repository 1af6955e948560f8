import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readForm, UnreadableForm } from "~server/forms/body";
import { bytesSpooled } from "~server/forms/spool";
import { HOSTILE_PARTS } from "../../support/hostile-parts";
import { runsOf } from "@storefront/test-support/sample";

/** Random multipart bodies, split anywhere, are read correctly and release all resources. */

const MAX_BYTES = 100_000;
const rules = { slots: ["first", "second"], maxBytesEach: MAX_BYTES };
const first = { name: "csrf", mayKeepFiles: async (token: string) => token === "good" };

interface Part {
  head: string;
  content: Buffer;
}

/** A body in pieces, which ends after the last one, or breaks off. */
interface Sent {
  bytes: Buffer;
  boundary: string;
  pieces: readonly number[];
  breaksOff: boolean;
}

const field = (name: string, more = "") => `Content-Disposition: form-data; name="${name}"${more}`;

const contents = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom("", "\r\n", "\r\n--", "\r\n--x", "--x--", "\r\n\r\n").map((text) => Buffer.from(text)),
  fc.constantFrom(999, 65_536, MAX_BYTES, MAX_BYTES + 1, 200_000).map((size) => Buffer.alloc(size, "ab\r\n-")),
);
const names = fc.constantFrom("csrf", "note", "first", "second", "__proto__", "a.b");
const textPart = fc.record({ head: names.map((name) => field(name)), content: contents });
const filePart = fc.record({ head: names.map((name) => field(name, '; filename="a.jpg"')), content: contents });
const token = fc
  .constantFrom("good", "good", "bad")
  .map((value) => ({ head: field("csrf"), content: Buffer.from(value) }));
const hostilePart = fc.record({
  head: fc.oneof(
    fc.constantFrom(...HOSTILE_PARTS.map(({ head }) => head)),
    fc
      .array(fc.constantFrom(...[" ", "\t"], ...`form-data ; = " \\ * ' name filename utf-16 %FF \xff`.split(" ")))
      .map((words) => `Content-Disposition: ${words.join("")}`),
    fc
      .array(fc.constantFrom("a/b", ";", " ", "=", '"', "\\", "*", "'", "charset", "gbk", "\0", "\n"))
      .map((words) => `${field("note")}\r\nContent-Type: ${words.join("")}`),
  ),
  content: contents,
});

function bodyOf(parts: readonly Part[], boundary: string): Buffer {
  const written = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`, "latin1"),
    content,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--`)]);
}

const pieces = fc.array(fc.oneof(fc.constantFrom(65_536, 1_400), fc.integer({ min: 1, max: 200 })), {
  minLength: 1,
  maxLength: 8,
});

function streamOf({ bytes, pieces: sizes, breaksOff }: Sent): ReadableStream<Uint8Array> {
  let at = 0;
  let count = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at >= bytes.length) return breaksOff ? controller.error(new Error("gone")) : controller.close();
        // After some small pieces the rest comes in large ones, as from a socket.
        const size = count < 500 ? (sizes[count % sizes.length] ?? 1) : 65_536;
        count += 1;
        controller.enqueue(bytes.subarray(at, (at += size)));
      },
    },
    { highWaterMark: 0 },
  );
}

/** Reads a body. Returns fields, and files with their digests, or the status of the refusal. */
async function read(sent: Sent) {
  const headers = { "Content-Type": `multipart/form-data; boundary=${sent.boundary}` };
  const init = { method: "POST", headers, body: streamOf(sent), duplex: "half" } as RequestInit;
  try {
    const { form, files, interrupted, release } = await readForm(new Request("http://127.0.0.1:3000/", init), {
      rules,
      first,
    });
    const contentsOf = await Promise.all(
      Object.entries(files).map(async ([slot, file]) => {
        if (file?.state !== "sent") return [slot, file?.state];
        const content = await file.read();
        expect(createHash("sha256").update(content).digest("base64url")).toBe(file.sha256);
        return [slot, content.length, file.sha256];
      }),
    );
    await release();
    return { fields: [...form], files: contentsOf, ...(interrupted && { refusedWith: interrupted.status }) };
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableForm);
    return (error as UnreadableForm).status;
  } finally {
    expect(bytesSpooled()).toBe(0);
  }
}

/** The form that these parts should result in. */
function expected(parts: readonly Part[]) {
  const isText = ({ head }: Part) => !head.includes("filename");
  const nameOf = ({ head }: Part) => /name="(.*?)"/.exec(head)?.[1] ?? "";
  const [leading] = parts;
  const mayKeep = leading && isText(leading) && nameOf(leading) === "csrf" && String(leading.content) === "good";
  const fields = parts.filter((each, at) => isText(each) && (nameOf(each) !== "csrf" || at === 0));
  const files = new Map<string, unknown[]>();
  for (const each of parts) {
    const name = nameOf(each);
    if (isText(each) || !rules.slots.includes(name) || files.has(name) || !mayKeep) continue;
    const { length } = each.content;
    const digest = createHash("sha256").update(each.content).digest("base64url");
    files.set(name, length === 0 ? [name, "empty"] : length > MAX_BYTES ? [name, "tooLarge"] : [name, length, digest]);
  }
  const shown = fields.filter((each) => /^[a-z]+$/.test(nameOf(each)));
  return { fields: shown.map((each) => [nameOf(each), String(each.content)]), files: [...files.values()] };
}

test("a well-formed body is read correctly, however its bytes are split", async () => {
  const text = fc
    .string({ unit: "grapheme", maxLength: 200 })
    .map((value) => Buffer.from(value.replace(/^\ufeff/, "")));
  const parts = fc.tuple(
    fc.option(token, { nil: undefined }),
    fc.array(fc.oneof(filePart, fc.record({ head: names.map((name) => field(name)), content: text })), {
      maxLength: 8,
    }),
  );
  await fc.assert(
    fc.asyncProperty(parts, pieces, async ([leading, others], sizes) => {
      const all = leading ? [leading, ...others] : others;
      const boundary = "----long-enough-to-be-in-no-content";
      const sent = { bytes: bodyOf(all, boundary), boundary, pieces: sizes, breaksOff: false };
      expect(await read(sent)).toEqual(all.length > 0 ? expected(all) : expect.anything());
    }),
    { numRuns: runsOf(1_000) },
  );
});

test("any body is read or rejected, independent of how its bytes are split, and leaves nothing behind", async () => {
  const parts = fc.array(fc.oneof(textPart, filePart, hostilePart), { maxLength: 6 });
  const cut = fc.option(fc.nat(500_000), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        leading: token,
        parts,
        pieces,
        cut,
        breaksOff: fc.boolean(),
        more: contents,
        boundary: fc.constantFrom("x", "yy", "\\"),
      }),
      async ({ leading, parts: others, pieces: sizes, cut: end, breaksOff, more, boundary }) => {
        const whole = Buffer.concat([bodyOf([leading, ...others], boundary), more]);
        const bytes = end === undefined ? whole : whole.subarray(0, end % whole.length);
        const sent = { bytes, boundary, pieces: sizes, breaksOff };
        const form = await read(sent);
        if (breaksOff) expect([400, 413]).toContain(typeof form === "number" ? form : form.refusedWith);
        const atOnce = await read({ ...sent, pieces: [bytes.length + 1] });
        if (typeof form === "number") expect([400, 413]).toContain(atOnce);
        else expect(atOnce).toEqual(form);
      },
    ),
    { numRuns: runsOf(2_000) },
  );
});
