import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { formAction, refuse, type FormAnswer, type FormOptions } from "~server/action";
import { UPLOADS_HELD_MAX_BYTES } from "~server/constants";
import { readDraft, readFlow } from "~server/session/flow";
import { formToken } from "~server/session/forgery";
import { seeOther } from "~server/session/redirects";
import { sessionCookie } from "~server/session/session";
import { forgetLimits } from "~server/store/limits";
import { closeStore } from "~server/store/store";
import { Expired } from "~server/upstream/transport";
import { CookieJar, formRequest, pageRequest } from "../support/requests";

const schema = z.object({ note: z.string().optional() });
const MAX_BYTES = 1_000;

type Handle = FormOptions<typeof schema, "required">["handle"];
const handle = vi.fn<Handle>();

const action = formAction<typeof schema, "required">({
  purpose: "pictures",
  session: "required",
  files: { slots: ["first", "second"], maxBytesEach: MAX_BYTES },
  schema: () => schema,
  handle,
});

let cookies: CookieJar;

beforeEach(async () => {
  handle.mockReset();
  handle.mockImplementation(async () => seeOther("/"));
  cookies = new CookieJar().take(await sessionCookie({ token: "a-token", account: "a@example.com" }));
});

afterEach(async () => {
  await closeStore();
  forgetLimits();
});

const file = (content: string | Uint8Array, name = "a.jpg") => new File([content as BlobPart], name);
const ADDRESS = { params: {}, context: { clientAddress: "198.51.100.9" } };
const tokenOf = () => formToken(pageRequest("/", { cookies }), "pictures");

async function post(fields: Record<string, string | File | File[]>, csrf?: string): Promise<Response> {
  const request = formRequest("/UploadImage", { csrf: csrf ?? (await tokenOf()), ...fields }, { cookies });
  return action({ request, ...ADDRESS });
}

async function postRaw(body: BodyInit, type: string): Promise<Response> {
  const headers = { "Content-Type": type, "Sec-Fetch-Site": "same-origin", Cookie: String(cookies) };
  return action({
    request: new Request("http://127.0.0.1:3000/UploadImage", { method: "POST", headers, body }),
    ...ADDRESS,
  });
}

const filesOf = () => handle.mock.lastCall?.[0].files;
const errorsOf = async (response: Response) => ((await response.json()) as FormAnswer).lastResult;

test("files arrive apart from the fields, by slot, with their bytes", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect((await post({ note: "王", first: file(bytes), second: file("b") })).status).toBe(303);
  expect(handle.mock.lastCall?.[0].value).toEqual({ note: "王" });
  expect(filesOf()).toEqual({
    first: { state: "sent", bytes: Buffer.from(bytes) },
    second: { state: "sent", bytes: Buffer.from("b") },
  });
});

test("a file field that was left blank is not there; a file with nothing in it is, as empty", async () => {
  await post({ first: new File([], ""), second: new File([], "photo.jpg") });
  expect(filesOf()).toEqual({ second: { state: "empty" } });
});

test("a file of exactly the limit is taken, one byte more is too large, and the other slot is read all the same", async () => {
  await post({ first: file("x".repeat(MAX_BYTES + 1)), second: file("x".repeat(MAX_BYTES)) });
  expect(filesOf()).toEqual({
    first: { state: "tooLarge" },
    second: { state: "sent", bytes: Buffer.from("x".repeat(MAX_BYTES)) },
  });
});

test("of two files in one slot the first counts, and files of unknown fields are thrown away", async () => {
  await post({ first: [file("one"), file("two")], other: file("three") });
  expect(filesOf()).toEqual({ first: { state: "sent", bytes: Buffer.from("one") } });
});

test("the form may come urlencoded, without files", async () => {
  expect((await post({ note: "none" })).status).toBe(303);
  expect(filesOf()).toEqual({});
});

test("no file is in an answer or in a draft", async () => {
  handle.mockImplementation(async () => refuse({ first: "errors.photoType" }));
  const refused = await post({ note: "kept", first: file("canary") });
  expect(refused.status).toBe(422);
  expect(await errorsOf(refused)).toMatchObject({
    initialValue: { note: "kept" },
    error: { first: ["errors.photoType"] },
  });
  handle.mockImplementation(async () => {
    throw new Expired();
  });
  cookies.take(await post({ note: "kept", first: file("canary") }));
  const draft = readDraft(await readFlow(pageRequest("/", { cookies })), "pictures", { account: "a@example.com" });
  expect(draft).toEqual({ note: "kept" });
});

test("the same form posted twice is carried out once; with another file it is another form", async () => {
  const csrf = await tokenOf();
  const send = (content: string) => post({ first: file(content) }, csrf);
  expect((await Promise.all([send("one"), send("one")])).map(({ status }) => status)).toEqual([303, 303]);
  expect(handle).toHaveBeenCalledOnce();
  expect(await errorsOf(await send("two"))).toMatchObject({ error: { "": ["errors.formExpired"] } });
  expect(handle).toHaveBeenCalledOnce();
});

test("without a session nothing is received: the sign-in, and the body is left unread", async () => {
  cookies = new CookieJar();
  const request = formRequest("/UploadImage", { csrf: "x", first: file("canary") });
  const response = await action({ request, ...ADDRESS });
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FUploadImage");
  expect(request.bodyUsed).toBe(false);
});

test("a forged form is refused with its files", async () => {
  expect((await post({ first: file("a") }, "garbage")).status).toBe(403);
  expect(handle).not.toHaveBeenCalled();
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
])("a body that %s is answered %i", async (_, body, type, status) => {
  const response = await postRaw(body, type);
  expect(response.status).toBe(status);
  expect(await errorsOf(response)).toMatchObject({ error: { "": ["errors.network"] } });
  expect(handle).not.toHaveBeenCalled();
});

test("a sender who leaves in the middle is no error of ours", async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('--x\r\nContent-Disposition: form-data; name="first"; filename="a"\r\n\r\nabc'));
      controller.error(new Error("gone"));
    },
  });
  const headers = { "Content-Type": "multipart/form-data; boundary=x", "Sec-Fetch-Site": "same-origin" };
  const init = {
    method: "POST",
    headers: { ...headers, Cookie: String(cookies) },
    body,
    duplex: "half",
  } as RequestInit;
  const response = await action({ request: new Request("http://127.0.0.1:3000/UploadImage", init), ...ADDRESS });
  expect(response.status).toBe(400);
});

test("what this process holds of files is bounded: the next one is told to try again, and may once the others are done", async () => {
  const large = formAction<typeof schema, "required">({
    purpose: "pictures",
    session: "required",
    files: { slots: ["first"], maxBytesEach: UPLOADS_HELD_MAX_BYTES },
    schema: () => schema,
    handle,
  });
  const bytes = new Uint8Array(UPLOADS_HELD_MAX_BYTES * 0.6);
  const send = async () =>
    large({
      request: formRequest("/UploadImage", { csrf: await tokenOf(), first: file(bytes) }, { cookies }),
      ...ADDRESS,
    });
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  const begun = new Promise<void>((resolve) => {
    handle.mockImplementationOnce(async () => {
      resolve();
      await held;
      return seeOther("/");
    });
  });
  const first = send();
  await begun;
  const second = await send();
  expect(second.status).toBe(503);
  expect(await errorsOf(second)).toMatchObject({ error: { "": ["errors.network"] } });
  finish();
  expect((await first).status).toBe(303);
  expect((await send()).status).toBe(303);
});
