import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { formAction, formError, type FormResult } from "~server/forms/form";
import type { FormOptions } from "~server/forms/form-options";
import { bytesSpooled } from "~server/forms/spool";
import { readDraft } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import { SessionExpired } from "~server/upstream/client";
import { withEnv } from "../../support/environment";
import { useUpstream } from "../../support/upstream";
import { CookieJar, formRequest, pageRequest } from "../../support/requests";
import { formTokenFor, readFlow, routeArgs } from "../../support/route-args";
import { signedIn } from "../../support/signed-in";

const schema = z.object({ note: z.string().optional() });
const MAX_BYTES = 1_000;

type Handle = FormOptions<typeof schema, "required">["handle"];
const handle = vi.fn<Handle>();

const action = formAction<typeof schema, "required">({
  draftFields: { note: 100 },
  purpose: "pictures",
  session: "required",
  files: { slots: ["first", "second"], maxBytesEach: MAX_BYTES },
  schema: () => schema,
  handle,
});

const sandbox = await useUpstream({ eachTest: "faults" });
let visitor: Awaited<ReturnType<typeof signedIn>>;
let cookies: CookieJar;

beforeAll(async () => {
  visitor = await signedIn(sandbox);
});

beforeEach(() => {
  handle.mockReset();
  handle.mockImplementation(async ({ files }) => {
    filesOf = {};
    for (const [slot, file] of Object.entries(files)) {
      filesOf[slot] = file?.state === "sent" ? (await file.read()).toString("latin1") : file?.state;
    }
    return seeOther("/");
  });
  cookies = visitor.cookies.copy();
});

const file = (content: string | Uint8Array, name = "a.jpg") => new File([content as BlobPart], name);
const args = (request: Request) => routeArgs(request, { clientAddress: "198.51.100.9" });
const tokenOf = () => formTokenFor(pageRequest("/", { cookies }), "pictures");

async function post(fields: Record<string, string | File | File[]>, csrf?: string): Promise<Response> {
  const request = formRequest("/UploadImage", { csrf: csrf ?? (await tokenOf()), ...fields }, { cookies });
  return action(args(request));
}

async function postRaw(body: BodyInit, type: string): Promise<Response> {
  const headers = { "Content-Type": type, "Sec-Fetch-Site": "same-origin", Cookie: String(cookies) };
  return action(args(new Request("http://127.0.0.1:3000/UploadImage", { method: "POST", headers, body })));
}

/** The content of the files that the handler got; it reads them at once, since they are deleted after the action. */
let filesOf: Record<string, unknown> | undefined;
const errorsOf = async (response: Response) => ((await response.json()) as FormResult).lastResult;

test("files arrive by slot with their bytes, separately from the fields", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect((await post({ note: "王", first: file(bytes), second: file("b") })).status).toBe(303);
  expect(handle.mock.lastCall?.[0].value).toEqual({ note: "王" });
  expect(filesOf).toEqual({ first: Buffer.from(bytes).toString("latin1"), second: "b" });
});

test("a blank file field is omitted; a file without content is present and empty", async () => {
  await post({ first: new File([], ""), second: new File([], "photo.jpg") });
  expect(filesOf).toEqual({ second: "empty" });
});

test("a file of exactly the limit is accepted, one byte more is too large, and the other slot is read", async () => {
  await post({ first: file("x".repeat(MAX_BYTES + 1)), second: file("x".repeat(MAX_BYTES)) });
  expect(filesOf).toEqual({ first: "tooLarge", second: "x".repeat(MAX_BYTES) });
});

test("the first of two files in one slot counts, and files of unknown fields are ignored", async () => {
  await post({ first: [file("one"), file("two")], other: file("three") });
  expect(filesOf).toEqual({ first: "one" });
});

test("no response or draft contains a file", async () => {
  handle.mockImplementation(async () => formError({ first: "UploadImage.photoType" }));
  const refused = await post({ note: "kept", first: file("canary") });
  expect(refused.status).toBe(422);
  expect(await errorsOf(refused)).toMatchObject({
    initialValue: { note: "kept" },
    error: { first: ["UploadImage.photoType"] },
  });
  handle.mockImplementation(async () => {
    throw new SessionExpired();
  });
  cookies.take(await post({ note: "kept", first: file("canary") }));
  const draft = readDraft(await readFlow(pageRequest("/", { cookies })), "pictures", {
    account: visitor.account.email,
  });
  expect(draft).toEqual({ note: "kept" });
});

test("the same form posted twice is handled once; with another file it is another form", async () => {
  const csrf = await tokenOf();
  const send = (content: string) => post({ first: file(content) }, csrf);
  expect((await Promise.all([send("one"), send("one")])).map(({ status }) => status)).toEqual([303, 303]);
  expect(handle).toHaveBeenCalledOnce();
  expect(await errorsOf(await send("two"))).toMatchObject({ error: { "": ["errors.formExpired"] } });
  expect(handle).toHaveBeenCalledOnce();
});

test("without a session the body is not read, and the response redirects to the sign-in", async () => {
  cookies = new CookieJar();
  const request = formRequest("/UploadImage", { csrf: "x", first: file("canary") });
  const response = await action(args(request));
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FUploadImage");
  expect(request.bodyUsed).toBe(false);
});

test.each([
  [
    "breaks off",
    '--x\r\nContent-Disposition: form-data; name="first"; filename="a"\r\n\r\nabc',
    "multipart/form-data; boundary=x",
    400,
  ],
  ["names no boundary", "--x--", "multipart/form-data", 400],
  [
    "has endless fields",
    `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"y".repeat(70_000)}\r\n--x--`,
    "multipart/form-data; boundary=x",
    413,
  ],
  ["is JSON", "{}", "application/json", 415],
])("a body that %s gets %i", async (_, body, type, status) => {
  const response = await postRaw(body, type);
  expect(response.status).toBe(status);
  const messageKey = status === 413 ? "errors.tooLarge" : "errors.network";
  expect(await errorsOf(response)).toMatchObject({ error: { "": [messageKey] } });
  expect(handle).not.toHaveBeenCalled();
});

test.each(["form-data", "form-data; name", 'form-data; name=""'])(
  "a part without a name (%s) gets 400, and the next form is read normally",
  async (disposition) => {
    const body = `--x\r\nContent-Disposition: ${disposition}\r\n\r\nz\r\n--x--`;
    const response = await postRaw(body, "multipart/form-data; boundary=x");
    expect(response.status).toBe(400);
    expect(await errorsOf(response)).toMatchObject({ error: { "": ["errors.network"] } });
    expect((await post({ first: file("a") })).status).toBe(303);
  },
);

/** A body whose second file breaks off, as multipart text. */
const broken = (csrf: string) =>
  [
    `--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}`,
    '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nkept',
    '--x\r\nContent-Disposition: form-data; name="first"; filename="a.jpg"\r\n\r\nwhole',
    '--x\r\nContent-Disposition: form-data; name="second"; filename="b.jpg"\r\n\r\nhal',
  ].join("\r\n");

/** A stream that fails after this text, as when the server abandons the body. */
function failing(text: string, error: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => controller.error(error),
    start: (controller) => controller.enqueue(Buffer.from(text)),
  });
}

async function postBroken(by: typeof action, status: number | undefined, csrf?: string): Promise<Response> {
  const body = broken(csrf ?? (await tokenOf()));
  const error = Object.assign(new Error("gone"), status !== undefined && { status });
  const headers = {
    "Content-Type": "multipart/form-data; boundary=x",
    "Sec-Fetch-Site": "same-origin",
    Cookie: String(cookies),
  };
  const init = { method: "POST", headers, body: failing(body, error), duplex: "half" } as RequestInit;
  return by(args(new Request("http://127.0.0.1:3000/UploadImage", init)));
}

test.each([
  [408, "errors.tooSlow"],
  [413, "errors.tooLarge"],
  [undefined, "errors.network"],
] as const)("a form that breaks off is not handled (%s)", async (status, messageKey) => {
  const response = await postBroken(action, status);
  expect(response.status).toBe(status ?? 400);
  expect(await errorsOf(response)).toMatchObject({ error: { "": [messageKey] }, initialValue: { note: "kept" } });
  expect(handle).not.toHaveBeenCalled();
  expect(bytesSpooled()).toBe(0);
});

test("a form may keep the files received before it broke off, and can be sent again", async () => {
  let whole: unknown;
  const keeping = formAction<typeof schema, "required">({
    purpose: "pictures",
    session: "required",
    files: { slots: ["first", "second"], maxBytesEach: MAX_BYTES },
    schema: () => schema,
    refuseInterrupted: async ({ files }, { status }) => {
      const { first, ...others } = files;
      whole = [first?.state === "sent" && (await first.read()).toString(), Object.keys(others)];
      return formError("errors.photosMissing", { status });
    },
    handle,
  });
  const csrf = await tokenOf();
  const response = await postBroken(keeping, 408, csrf);
  expect(response.status).toBe(408);
  expect(await errorsOf(response)).toMatchObject({ error: { "": ["errors.photosMissing"] } });
  expect(whole).toEqual(["whole", []]);
  expect(handle).not.toHaveBeenCalled();
  whole = undefined;
  expect((await postBroken(keeping, 408, "garbage")).status).toBe(408);
  expect(whole, "a forged form keeps no file").toBeUndefined();
  const again = formRequest("/UploadImage", { csrf, first: file("whole") }, { cookies });
  expect((await keeping(args(again))).status).toBe(303);
});

test("without disk space a file gets 503, and none of it is stored", async () => {
  const large = formAction<typeof schema, "required">({
    purpose: "pictures",
    session: "required",
    files: { slots: ["first"], maxBytesEach: 1_000_000 },
    schema: () => schema,
    handle,
  });
  const send = async () => {
    const fields = { csrf: await tokenOf(), first: file("x".repeat(500_000)) };
    return large(args(formRequest("/UploadImage", fields, { cookies })));
  };
  const refused = await withEnv({ TMPDIR: "/nowhere" }, send);
  expect(refused.status).toBe(503);
  expect(await errorsOf(refused)).toMatchObject({ error: { "": ["errors.network"] } });
  expect(bytesSpooled()).toBe(0);
  expect((await send()).status).toBe(303);
});
