import { stringify } from "lossless-json";
import type { Dispatcher, FormData } from "undici";
import { ANSWER_MAX_BYTES, CONNECT_DEADLINE_MS } from "~server/constants";
import { env } from "~server/env";
import { REQUEST_ID_HEADER, requestId } from "~server/request-id";
import { Unavailable } from "./failures";
import { Agent, buildConnector, Client } from "./http-client";
import { inPool } from "./pools";
import { purposeOf, type Caller, type Sending } from "./sending";

/** No connection came about, so that nothing of the request left this machine. */
class NeverConnected extends Error {}

const dial = buildConnector({ timeout: CONNECT_DEADLINE_MS });

/** Marks a failure before the connection stood: DNS, refusal, time-out, TLS. */
const connect: ReturnType<typeof buildConnector> = (options, done) =>
  dial(options, (...result) => {
    if (result[0]) done(new NeverConnected(codeOf(result[0])), null);
    else done(...result);
  });

/** Connections that reads share. How many there may be the pools say. */
const shared = new Agent({ connect, pipelining: 1 });

/**
 * Sends one request, in the pool of its purpose, and reads its answer whole. The platform is reached from here and from
 * nowhere else.
 *
 * @param signal ends it; not the visitor's own
 * @returns the HTTP status and the body as text
 * @throws Unavailable
 */
export function send(caller: Caller, sending: Sending, signal: AbortSignal): Promise<{ status: number; text: string }> {
  return inPool(purposeOf(caller, sending), () => exchange(caller, sending, signal), signal);
}

async function exchange(
  caller: Caller,
  { kind, path, body, form }: Sending,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const address = new URL(env().UPSTREAM_URL + path);
  // A connection kept from before may be closed by the other side while a request is on its way, and then nobody knows
  // whether it counted. A read is repeated; everything else opens a connection of its own.
  const own = kind === "read" ? undefined : new Client(address.origin, { connect, pipelining: 1 });
  const security = caller.securityInfo === undefined ? {} : { securityInfo: caller.securityInfo };
  const request: Dispatcher.RequestOptions = {
    method: "POST",
    path: address.pathname,
    headers: headersFor(caller, form === undefined),
    // In JSON a number that the platform sent has every digit that it came with (behaviour 3.20).
    body: form ? await multipart(form, security) : (stringify({ ...body, ...security }) ?? null),
    signal,
  };
  try {
    const response = await (own ? own.request(request) : shared.request({ ...request, origin: address.origin }));
    const { statusCode, headers, body: sent } = response;
    // What says itself that it is too large is not waited for: others may need the time.
    if (Number(headers["content-length"]) > ANSWER_MAX_BYTES) {
      sent.on("error", () => undefined).destroy();
      throw tooLarge();
    }
    return { status: statusCode, text: await readText(sent) };
  } catch (error) {
    throw unavailable(error, signal);
  } finally {
    void own?.destroy();
  }
}

/** The fields before the files. */
async function multipart(form: NonNullable<Sending["form"]>, security: { securityInfo?: string }): Promise<FormData> {
  // Only photos are sent like this.
  const { default: parts } = await import("undici/lib/web/fetch/formdata.js");
  const body = new parts.FormData();
  const fields: typeof form = { ...security, ...form };
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, value.file, value.filename);
  }
  return body;
}

function headersFor(caller: Caller, json: boolean): Record<string, string> {
  const { HEADER_LANGUAGE, HEADER_CLIENT, HEADER_TOKEN } = env();
  const id = requestId();
  return {
    accept: "application/json",
    // A compressed answer could be larger than it looks.
    "accept-encoding": "identity",
    // undici names the boundary of a multipart body itself.
    ...(json ? { "content-type": "application/json" } : {}),
    [HEADER_LANGUAGE]: caller.locale,
    [HEADER_CLIENT]: "pc",
    ...(caller.token ? { [HEADER_TOKEN]: caller.token } : {}),
    ...(id === undefined ? {} : { [REQUEST_ID_HEADER]: id }),
  };
}

const tooLarge = () => new Unavailable(`answer larger than ${ANSWER_MAX_BYTES} bytes`, true);

/** Reads a body as UTF-8, at most 8 MB of it: leaving the loop closes the connection. */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}

/** A failure of the connection as `Unavailable`, without its message, which may quote what was sent. */
function unavailable(error: unknown, signal: AbortSignal): Unavailable {
  if (error instanceof Unavailable) return error;
  if (error instanceof NeverConnected) return new Unavailable(`not connected (${error.message})`, false);
  if (signal.aborted) return new Unavailable("deadline passed", true);
  return new Unavailable(`no answer (${codeOf(error)})`, true);
}

/** The system's name for a failure, such as `ECONNREFUSED`. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : "unknown";
}
