import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { BadBody, readBody, type Sent } from "./body";
import { accountConcerned, callName, handlerOf, successCode } from "./calls";
import { withBrokenBytes, withWrongTypes, type Fault, type Faults } from "./faults";
import type { Journal } from "./journal";
import { localeOf, type Call, type Envelope, type SandboxState } from "./call";
import { Refusal } from "./refusals";
import type { Scenario } from "./scenario";

export interface CallHandling {
  state: SandboxState;
  faults: Faults;
  journal: Journal;
  /** How the scenario changes each response. */
  scenario: Pick<Scenario, "change" | "envelop" | "encode">;
  /** Waits in real time; the wait ends with the server. */
  wait: (ms: number) => Promise<void>;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
/** The size of a response that no client should read completely. */
const HUGE_BYTES = 10 * 1024 * 1024;
/** The pause between two bytes of a response that drips. */
const DRIP_MS = 1_000;

/** Responds to a call (POST) with the envelope `{code, msg, data}`. A refusal has HTTP status 200 too. */
export async function respondToCall(
  { state, faults, journal, scenario, wait }: CallHandling,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const handle = handlerOf(path);
  if (!handle) return send(response, 404, { code: 404, msg: "Not found", data: null });
  if (request.method !== "POST") return send(response, 405, { code: 405, msg: "Use POST", data: null });

  let sent: Sent;
  try {
    sent = await readBody(request);
  } catch (error) {
    if (!(error instanceof BadBody)) throw error;
    return send(response, 400, { code: 400, msg: error.message, data: null });
  }
  const name = callName(path);
  journal.note(name, request.headers, sent);
  const token = request.headers["exchange-token"];
  const call: Call = {
    state,
    locale: localeOf(request.headers["exchange-language"]),
    body: sent.body,
    files: sent.files,
    token: typeof token === "string" && token !== "" ? token : undefined,
  };
  const perform = async () => {
    const { change, envelop } = scenario;
    const plain = await envelopeOf(call, path, handle);
    const changed = change && plain.data !== null ? { ...plain, data: change(name, plain.data, call) } : plain;
    return envelop?.(name, changed) ?? changed;
  };

  const fault = faults.meet(name, () => accountConcerned(call), call.body);
  if (!fault) {
    const result = await perform();
    return scenario.encode
      ? sendEncoded(response, scenario.encode(name, JSON.stringify(result)))
      : send(response, 200, result);
  }
  return respondWithFault(fault, perform, request, response, wait);
}

async function envelopeOf(call: Call, path: string, handle: (call: Call) => unknown): Promise<Envelope> {
  try {
    const data = await handle(call);
    return { code: successCode(path), msg: call.locale === "en_US" ? "Success" : "成功", data };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, msg: error.in(call.locale), data: null };
  }
}

/** Responds to a call with its fault. */
async function respondWithFault(
  fault: Fault,
  perform: () => Promise<object>,
  request: IncomingMessage,
  response: ServerResponse,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  switch (fault.kind) {
    case "error":
      if (fault.after === "effect") await perform();
      return send(response, 200, {
        code: fault.code,
        ...(fault.msg === undefined ? {} : { msg: fault.msg }),
        ...(fault.message === undefined ? {} : { msg: null, message: fault.message }),
        data: null,
      });
    case "latency":
      await wait(fault.ms);
      return send(response, 200, await perform());
    case "hang":
      return;
    case "reset":
      if (fault.after === "effect") await perform();
      request.socket.resetAndDestroy();
      return;
    case "lost":
      await perform();
      request.socket.destroy();
      return;
    case "cut": {
      const bytes = Buffer.from(JSON.stringify(await perform()));
      response.writeHead(200, { ...JSON_TYPE, "content-length": bytes.length });
      // Resetting earlier would discard the half that is still being sent.
      response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.socket.resetAndDestroy());
      return;
    }
    case "drip": {
      const bytes = Buffer.from(JSON.stringify(await perform()));
      response.writeHead(200, { ...JSON_TYPE, "content-length": bytes.length });
      for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
        response.write(bytes.subarray(at, at + 1));
        await wait(DRIP_MS);
      }
      response.end();
      return;
    }
    case "html":
      response.writeHead(fault.status ?? 200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        "<!doctype html><html><head><title>Gateway</title></head><body><h1>Down for maintenance</h1></body></html>",
      );
      return;
    case "malformed": {
      const text = JSON.stringify(await perform());
      response.writeHead(200, JSON_TYPE);
      response.end(text.slice(0, Math.max(1, text.length - 7)));
      return;
    }
    case "broken": {
      const { code } = fault;
      const result = code === undefined ? await perform() : { code, msg: "no", data: null };
      return sendBytes(response, 200, withBrokenBytes(result));
    }
    case "gzip":
      return sendBytes(response, 200, gzipSync(JSON.stringify(await perform())));
    case "types": {
      const envelope = await perform();
      return send(response, 200, { ...envelope, data: withWrongTypes(dataOf(envelope)) });
    }
    case "shape": {
      const envelope = await perform();
      return send(response, 200, { ...envelope, data: [[dataOf(envelope)]] });
    }
    case "huge":
      return sendHuge(response, await perform());
    case "answer":
      return send(response, 200, fault.body);
    case "gateway":
      if (fault.location !== undefined) response.setHeader("location", fault.location);
      if (fault.body !== undefined) return send(response, fault.status, fault.body);
      response.writeHead(fault.status, fault.status === 204 ? {} : { "content-length": 0 });
      response.end();
      return;
  }
}

let padding: Buffer | undefined;

/** Sends a huge response. Its padding is made once, because serialising it for each response would block all others. */
function sendHuge(response: ServerResponse, result: object): void {
  if (response.destroyed) return;
  padding ??= Buffer.from(`,"padding":"${"x".repeat(HUGE_BYTES)}"}`);
  const begin = Buffer.from(JSON.stringify(result).slice(0, -1));
  response.writeHead(200, { ...JSON_TYPE, "content-length": begin.length + padding.length });
  response.write(begin);
  response.end(padding);
}

const dataOf = (envelope: object): unknown => ("data" in envelope ? envelope.data : undefined);

function sendEncoded(response: ServerResponse, { bytes, headers }: ReturnType<NonNullable<Scenario["encode"]>>): void {
  if (response.destroyed) return;
  response.writeHead(200, { ...JSON_TYPE, "content-length": bytes.length, ...headers });
  response.end(bytes);
}

function send(response: ServerResponse, status: number, result: unknown): void {
  sendBytes(response, status, Buffer.from(JSON.stringify(result ?? null)));
}

function sendBytes(response: ServerResponse, status: number, bytes: Buffer): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...JSON_TYPE, "content-length": bytes.length });
  response.end(bytes);
}
