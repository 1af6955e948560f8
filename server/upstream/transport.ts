import { setTimeout as wait } from "node:timers/promises";
import { Agent, buildConnector, Client, FormData, type Dispatcher } from "undici";
import type { z } from "zod";
import {
  ANSWER_MAX_BYTES,
  CONNECT_DEADLINE_MS,
  PURCHASE_DEADLINE_MS,
  READ_DEADLINE_MS,
  READ_RETRY_JITTER_MS,
  UPLOAD_DEADLINE_MS,
  WRITE_DEADLINE_MS,
} from "~server/constants";
import { env } from "~server/env";
import type { Locale } from "~server/session/locale";
import { readEnvelope } from "./answer";
import { isExpired, messageFor, serverMessage, SUCCESS_CODE, type MessageKey } from "./errors";

/** On whose behalf a call is made: passed in with every call, never kept. */
export interface Caller {
  locale: Locale;
  /** The platform's session token. */
  token?: string | undefined;
  /** The JSON string that the browser supplied (spec section 3, "Security info"). */
  securityInfo?: string | undefined;
  /** Shortens the call's own deadline. */
  deadlineMs?: number | undefined;
}

/** The platform answered clearly, with a code other than 0 (section 8). Nothing happened there. */
export class Refused extends Error {
  override name = "Refused";
  /** The text for the visitor; for `errors.server` it is `upstreamMessage`. */
  readonly messageKey: MessageKey;
  /** The platform's message as one line of plain text, at most 200 characters; only where no text of the catalogue applies. */
  readonly upstreamMessage?: string | undefined;

  constructor(
    readonly code: string,
    serverMessage?: string,
  ) {
    super(`The platform refused with code ${code}`);
    const { messageKey, upstreamMessage } = messageFor(code, serverMessage);
    this.messageKey = messageKey;
    this.upstreamMessage = upstreamMessage;
  }
}

/** The platform says that the session, or the token of a second step, has expired: 10002, 10021 or 3. */
export class Expired extends Error {
  override name = "Expired";

  constructor() {
    super("The platform's session has expired");
  }
}

/** There is no usable answer. */
export class Unavailable extends Error {
  override name = "Unavailable";

  /**
   * @param reason for the log: never a part of the request or of the answer
   * @param sent false: no connection was made, so the request cannot have reached the platform; true: it may have
   */
  constructor(
    reason: string,
    readonly sent: boolean,
  ) {
    super(reason);
  }
}

/** Read: may be repeated. Write: sent once. Purchase: as write, and no clear answer means that it may have been charged. */
type Kind = "read" | "write" | "purchase" | "upload";

const DEADLINES_MS: Readonly<Record<Kind, number>> = {
  read: READ_DEADLINE_MS,
  write: WRITE_DEADLINE_MS,
  purchase: PURCHASE_DEADLINE_MS,
  upload: UPLOAD_DEADLINE_MS,
};

/** One call of section 7. */
export interface Call<S extends z.ZodTypeAny> {
  kind: Kind;
  /** From the root of the platform. */
  path: string;
  /** Sent as JSON; parts that are undefined are left out. */
  body?: Readonly<Record<string, unknown>>;
  /** Sent as multipart, instead of `body`. */
  form?: Readonly<Record<string, string | { file: Blob; filename: string }>>;
  /** How `data` of the answer is read. */
  schema: S;
}

/** The prefixes of section 7. */
export const EXCHANGE = "/fe-ex-api";
export const HASHRATE = "/fe-origin-hashrate-api";
export function storagePrefix(): string {
  return `/fe-${env().STORAGE_PRODUCT}-api`;
}

/**
 * Makes one call of the platform (spec section 7): POST, with the headers of the rulings, within one deadline that covers
 * connecting, sending and the whole answer. A read is tried a second time when there is no usable answer and time is left.
 *
 * @returns `data` of the answer, as the schema reads it
 * @throws Refused, Expired, Unavailable
 */
export async function call<S extends z.ZodTypeAny>(caller: Caller, wanted: Call<S>): Promise<z.output<S>> {
  const own = DEADLINES_MS[wanted.kind];
  const signal = AbortSignal.timeout(Math.min(caller.deadlineMs ?? own, own));
  try {
    return await attempt(caller, wanted, signal);
  } catch (error) {
    if (wanted.kind !== "read" || !(error instanceof Unavailable)) throw error;
    try {
      // Visitors whom one hiccup hit must not all come back at the same moment.
      await wait(Math.random() * READ_RETRY_JITTER_MS, undefined, { signal });
    } catch {
      throw error;
    }
    return await attempt(caller, wanted, signal);
  }
}

async function attempt<S extends z.ZodTypeAny>(
  caller: Caller,
  wanted: Call<S>,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const { kind, path, schema } = wanted;
  const { status, text } = await send(caller, wanted, signal);
  if (status >= 300 && status < 400) throw new Unavailable(`${path}: redirect refused`, true);
  const envelope = readEnvelope(text);
  if (!envelope) throw new Unavailable(`${path}: status ${status}, no envelope`, true);
  const usable = status >= 200 && status < 300;
  if (envelope.code !== SUCCESS_CODE) {
    // A gateway that lost its back end also speaks JSON: it cannot know that nothing was charged.
    if (kind === "purchase" && status >= 500) throw new Unavailable(`${path}: status ${status}`, true);
    if (isExpired(envelope.code)) throw new Expired();
    throw new Refused(envelope.code, serverMessage(envelope.msg, [{ ...caller }, wanted.body]));
  }
  if (!usable) throw new Unavailable(`${path}: status ${status}`, true);
  const read = schema.safeParse(envelope.data) as z.SafeParseReturnType<unknown, z.output<S>>;
  if (read.success) return read.data;
  const part = read.error.issues[0]?.path[0];
  // The first step of the path is a name of ours; later ones may be keys of the answer.
  throw new Unavailable(`${path}: unreadable answer${typeof part === "string" ? ` at ${part}` : ""}`, true);
}

/** No connection came about, so that nothing of the request left this machine. */
class NeverConnected extends Error {}

const dial = buildConnector({ timeout: CONNECT_DEADLINE_MS });

/** Marks a failure before the connection stood: DNS, refusal, time-out, TLS. */
const connect: buildConnector.connector = (options, done) =>
  dial(options, (...result) => {
    if (result[0]) done(new NeverConnected(codeOf(result[0])), null);
    else done(...result);
  });

/** Connections that reads share. Several processes of one platform answer faster than one connection's queue. */
const shared = new Agent({ connect, pipelining: 1, connections: 64 });

async function send(
  caller: Caller,
  { kind, path, body, form }: Call<z.ZodTypeAny>,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const address = new URL(env().UPSTREAM_URL + path);
  // A connection kept from before may be closed by the other side while a request is on its way, and then nobody knows whether
  // it counted. A read is repeated; everything else opens a connection of its own.
  const own = kind === "read" ? undefined : new Client(address.origin, { connect, pipelining: 1 });
  const request: Dispatcher.RequestOptions = {
    method: "POST",
    path: address.pathname,
    headers: headersFor(caller, form === undefined),
    body: form ? multipart(form) : JSON.stringify({ ...body, securityInfo: caller.securityInfo }),
    signal,
  };
  try {
    const response = await (own ? own.request(request) : shared.request({ ...request, origin: address.origin }));
    return { status: response.statusCode, text: await readText(response.body, path) };
  } catch (error) {
    throw unavailable(error, path, signal);
  } finally {
    void own?.destroy();
  }
}

function multipart(form: NonNullable<Call<z.ZodTypeAny>["form"]>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, value.file, value.filename);
  }
  return body;
}

function headersFor(caller: Caller, json: boolean): Record<string, string> {
  const { HEADER_LANGUAGE, HEADER_CLIENT, HEADER_TOKEN } = env();
  return {
    accept: "application/json",
    // A compressed answer could be larger than it looks.
    "accept-encoding": "identity",
    // undici names the boundary of a multipart body itself.
    ...(json ? { "content-type": "application/json" } : {}),
    [HEADER_LANGUAGE]: caller.locale,
    [HEADER_CLIENT]: "pc",
    ...(caller.token ? { [HEADER_TOKEN]: caller.token } : {}),
  };
}

/** Reads a body as UTF-8, at most 2 MB of it: leaving the loop closes the connection. */
async function readText(body: AsyncIterable<Buffer>, path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) throw new Unavailable(`${path}: answer larger than ${ANSWER_MAX_BYTES} bytes`, true);
    chunks.push(chunk);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}

/** A failure of the connection as `Unavailable`; messages of the libraries below may quote what was sent, so they go no further. */
function unavailable(error: unknown, path: string, signal: AbortSignal): Unavailable {
  if (error instanceof Unavailable) return error;
  if (error instanceof NeverConnected) return new Unavailable(`${path}: not connected (${error.message})`, false);
  if (signal.aborted) return new Unavailable(`${path}: deadline passed`, true);
  return new Unavailable(`${path}: no answer (${codeOf(error)})`, true);
}

/** The system's name for a failure, such as `ECONNREFUSED`. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : "unknown";
}
