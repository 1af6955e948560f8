import { afterEach, expect, test } from "vitest";
import { readForm } from "~server/forms/body";
import { bytesSpooled } from "~server/forms/spool";
import { hostileBody, HOSTILE_PARTS, textPart } from "../../support/hostile-parts";
import { unfinishedBody } from "../../support/unfinished-body";
import { withEnv } from "../../support/environment";

const MAX_BYTES = 300_000;
const rules = { slots: ["first", "second"], maxBytesEach: MAX_BYTES };
const TOKEN = textPart("csrf", "good");
const PHOTO = '--x\r\nContent-Disposition: form-data; name="first"; filename="a.jpg"\r\n\r\n';

afterEach(() => {
  expect(bytesSpooled(), "nothing is kept").toBe(0);
});

function posted(body: Buffer | string | ReadableStream, boundary = "x"): Request {
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  return new Request("http://127.0.0.1:3000/", { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

/** The fields and files of a form, or the status with which it is refused. */
async function read(request: Request, mayKeepFiles = async (token: string) => token === "good") {
  try {
    const { form, files, release } = await readForm(request, { rules, first: { name: "csrf", mayKeepFiles } });
    await release();
    const states = Object.entries(files).map(([slot, file]) => [
      slot,
      file?.state === "sent" ? file.sizeBytes : file?.state,
    ]);
    return { fields: [...form], files: Object.fromEntries(states) as Record<string, unknown> };
  } catch (error) {
    return (error as { status?: number }).status ?? error;
  }
}

/** Sends `first`, then `next` endlessly or a number of times; counts the pieces that were read. */
function repeated(first: string | Buffer, next: Buffer, times = Infinity) {
  let reads = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(Buffer.from(first)),
      pull(controller) {
        if (reads >= times) return controller.close();
        reads += 1;
        controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, reads: () => reads };
}

test.each(HOSTILE_PARTS.map((hostile) => [JSON.stringify(hostile.head).slice(0, 90), hostile] as const))(
  "a part that no browser sends is read or rejected with 400: %s",
  async (_, hostile) => {
    const form = await read(posted(hostileBody(hostile, TOKEN)));
    if (hostile.refused) expect(form).toBe(400);
    else expect(form).toMatchObject({ fields: expect.arrayContaining([["csrf", "good"]]) });
    expect(await read(posted(hostileBody(hostile))), "as the only part").toEqual(
      hostile.refused ? 400 : expect.anything(),
    );
  },
);

test("texts are UTF-8 in the order of their parts, whatever charset they declare", async () => {
  const texts = ["b", "a", "b"].map((name, at) =>
    textPart(name, `王${at}`).replace("\r\n\r\n", "\r\nContent-Type: text/plain; charset=big5\r\n\r\n"),
  );
  expect(await read(posted(`${TOKEN}${texts.join("")}--x--`))).toMatchObject({
    fields: [
      ["csrf", "good"],
      ["b", "王0"],
      ["a", "王1"],
      ["b", "王2"],
    ],
  });
});

test.each([
  ["one byte", "x", true],
  ["70 bytes", "y".repeat(70), true],
  ["200 bytes", "y".repeat(200), false],
  ["no byte", "", false],
])("a form whose boundary has %s", async (_, boundary, isRead) => {
  const body = `${TOKEN}${textPart("note", "z")}--x--`.replaceAll("--x", `--${boundary}`);
  const fields = [
    ["csrf", "good"],
    ["note", "z"],
  ];
  expect(await read(posted(body, boundary))).toEqual(isRead ? { fields, files: {} } : 400);
});

test.each([
  ["empty parts", "--x\r\n", 400],
  ["parts without content", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n', 413],
  ["parts that are not fields", "--x\r\nContent-Disposition: attachment\r\n\r\ny\r\n", 400],
  ["unexpected files", '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\ny\r\n', 413],
  ["files for the same slot", `${PHOTO}y\r\n`, 413],
])("a body of endless %s is rejected early", async (_, unit, status) => {
  const { body, reads } = repeated(TOKEN, Buffer.from(unit));
  expect(await read(posted(body))).toBe(status);
  expect(reads()).toBeLessThan(2_000);
});

/** Sends the beginning of a body whose rest never arrives. */
async function readUnfinished(bytes: Buffer, mayKeepFiles?: (token: string) => Promise<boolean>) {
  const body = unfinishedBody("");
  const result = read(body.request, mayKeepFiles);
  await body.send(bytes);
  return { result: await result, givenUp: body.givenUp() };
}

const unfinished = (body: string) => Buffer.from(body.replaceAll("--x", "------unfinished"), "latin1");

test.each([
  ["a part without a name", "--x\r\nContent-Disposition: form-data\r\n\r\nz", 400],
  ["a text that is not UTF-8", `${textPart("note", "\xff")}--x\r\n`, 400],
  ["a text that is too long", textPart("note", "y".repeat(70_000)), 413],
  ["too many parts", textPart("note", "y").repeat(200), 413],
])("a form is rejected at once, even if the rest never arrives: %s", async (_, body, status) => {
  expect(await readUnfinished(unfinished(TOKEN + body))).toEqual({ result: status, givenUp: true });
});

test("a form also ends at once if its token cannot be checked or the disk is full", async () => {
  const begun = unfinished(`${TOKEN}${PHOTO}${"y".repeat(100_000)}`);
  const fault = () => Promise.reject(new Error("a fault of ours"));
  expect(await readUnfinished(begun, fault)).toEqual({ result: 400, givenUp: true });
  const full = await withEnv({ TMPDIR: "/nowhere" }, () => readUnfinished(begun));
  expect(full).toEqual({ result: 503, givenUp: true });
});

test("a full disk is noticed even at the very last piece of a file", async () => {
  const body = `${TOKEN}${PHOTO}${"y".repeat(100_000)}\r\n--x--`;
  expect(await withEnv({ TMPDIR: "/nowhere" }, () => read(posted(body)))).toBe(503);
});

test("the cost of spaces in a header is not quadratic", async () => {
  const blanks = " ".repeat(7_900);
  const before = process.cpuUsage();
  const part = `--x\r\nContent-Disposition: form-data; name=a; b=c${blanks}d\r\n\r\n\r\n`;
  expect(await read(posted(`${part.repeat(90)}--x--\r\n`))).toBe(400);
  expect(await read(posted("--x--\r\n", `x${blanks}y`))).toBe(400);
  const short = `--x\r\nContent-Disposition: form-data; name=a; b=c${`${" ".repeat(63)};d`.repeat(110)}\r\n\r\n\r\n`;
  expect(await read(posted(`${short.repeat(90)}--x--\r\n`))).toMatchObject({ files: {} });
  // CPU time does not depend on the machine's load.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});
