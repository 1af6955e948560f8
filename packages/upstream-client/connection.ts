import { setImmediate as nextTurn } from "node:timers/promises";
import { stringify } from "lossless-json";
import type { Dispatcher } from "undici";
import { REQUEST_ID_HEADER, requestId } from "@storefront/observability/request-id";
import { tracing } from "@storefront/observability/tracing";
import { PiecesTooSmall } from "@storefront/resilience/byte-collector";
import { concurrencyLimit } from "@storefront/resilience/concurrency-limit";
import { guarded } from "@storefront/resilience/guarded";
import { UpstreamTimedOut, UnusableResponse, UpstreamUnavailable } from "./failures";
import { Agent, buildConnector, Client, FormData, limitInterim, readBody, TooManyInterim } from "./http-client";
import type { RawResponse, UpstreamClientOptions } from "./options";
import type { UpstreamContext, UpstreamRequest } from "./request";
import { textOf } from "./response-text";

const CONNECT_DEADLINE_MS = 1_000;
/** The maximum size of a response, also after decompression. */
export const RESPONSE_MAX_BYTES = 8 * 1024 * 1024;

/** Larger and compressed responses are read a few at a time: hundreds of 8 MB each would exhaust the memory. */
export const LARGE_BYTES = 256 * 1024;
const LARGE_AT_A_TIME = 4;
/** The same limit for one kind of call, so that slow lists do not delay a purchase. */
export const LARGE_OF_A_KIND = 3;
/** The turns between large responses, for health checks: parsing 8 MB blocks the event loop for 0.3 s. */
export const TURNS_BEFORE_LARGE = 4;
/** Shorter texts are parsed immediately: hundreds in one turn take no longer than a page. */
const SMALL_CHARACTERS = 16 * 1024;

/** No connection was made, so no part of the request has left this machine. */
class NeverConnected extends Error {}

const dial = buildConnector({ timeout: CONNECT_DEADLINE_MS });

/** Returns true if a request may be sent at this moment. */
type Allowance = () => Promise<boolean>;

/** Ends the wait at the request's deadline: undici does not abort a request that has no connection yet. */
function until(signal: AbortSignal, mayBeSent: Allowance): Allowance {
  const deadline = new Promise<false>((resolve) => {
    const end = guarded(() => resolve(false));
    signal.addEventListener("abort", end, { once: true });
  });
  return async () => !signal.aborted && (await Promise.race([mayBeSent(), deadline])) && !signal.aborted;
}

/** Makes a connector that marks failures to connect, and cancels requests that may no longer be sent. */
function connector(mayBeSent?: Allowance): ReturnType<typeof buildConnector> {
  return (options, done) =>
    dial(options, (error, socket) => {
      if (error) return done(new NeverConnected(codeOf(error)), null);
      if (!mayBeSent) return done(null, socket);
      // Nobody else listens to the socket before it is handed over.
      socket.on("error", () => undefined);
      const refuse = () => {
        socket.destroy();
        done(new NeverConnected(TOO_LATE), null);
      };
      mayBeSent().then((isAllowed) => (isAllowed && !socket.destroyed ? done(null, socket) : refuse()), refuse);
    });
}

const TOO_LATE = "too late";

const ignore = guarded(() => undefined);

const connections = (mayBeSent?: Allowance) => ({
  connect: connector(mayBeSent),
  pipelining: 1,
  maxResponseSize: RESPONSE_MAX_BYTES,
});

/** Sends requests and reads their responses. All calls of the upstream go through here. */
export function createConnection<Context extends UpstreamContext>({
  baseUrl,
  headers,
  bodyFields = () => ({}),
}: Pick<UpstreamClientOptions<Context>, "baseUrl" | "headers" | "bodyFields">) {
  /** The agent for reads. The pools limit the number of connections. */
  const shared = new Agent(connections());
  const limitOf = (concurrent: number, perName: number) => concurrencyLimit({ concurrent, perName, waiting: Infinity });
  const large = limitOf(LARGE_AT_A_TIME, LARGE_OF_A_KIND);
  const parsing = limitOf(1, 1);

  /** Waits for a turn of the event loop in which no other response is parsed. */
  async function ownTurn({ length }: string, signal: AbortSignal): Promise<void> {
    if (length <= SMALL_CHARACTERS) return;
    const wait = async () => {
      for (let turns = length > LARGE_BYTES ? TURNS_BEFORE_LARGE : 1; turns > 0; turns -= 1) await nextTurn();
    };
    await parsing.run("", wait, signal);
  }

  /**
   * Sends one request and reads the response.
   *
   * @param signal the deadline; never the visitor's own signal
   * @throws UpstreamUnavailable
   */
  return async function send(
    context: Context,
    { kind, path, body, form, ownConnection, mayBeSent: asked }: UpstreamRequest,
    signal: AbortSignal,
  ): Promise<RawResponse> {
    const mayBeSent = asked && until(signal, asked);
    if (mayBeSent && !(await mayBeSent())) throw new UpstreamUnavailable(TOO_LATE, false);
    const address = new URL(baseUrl + path);
    // If the upstream closes an idle connection while a request is on its way, we cannot know if the request counted. A
    // read is repeated; everything else opens its own connection. A payer's read of an account does too, because a
    // gateway that responds twice would put another visitor's response on a shared connection.
    const isShared = kind === "read" && !ownConnection && !(context.token && context.forPayment);
    const own = isShared ? undefined : new Client(address.origin, connections(mayBeSent));
    const fields = bodyFields(context);
    const id = requestId();
    const request: Dispatcher.RequestOptions = {
      method: "POST",
      path: address.pathname,
      headers: {
        accept: "application/json",
        // Some firewalls refuse a request without one.
        "user-agent": "storefront",
        // Between two servers, compression takes longer than it saves.
        "accept-encoding": "identity",
        // undici itself sets the boundary of a multipart body.
        ...(form ? {} : { "content-type": "application/json" }),
        ...headers(context),
        ...(id === undefined ? {} : { [REQUEST_ID_HEADER]: id }),
        ...tracing()?.propagation(),
      },
      // Numbers retain every digit that the upstream sent. In multipart, fields precede files.
      body: form ? multipart({ ...fields, ...form }) : (stringify({ ...body, ...fields }) ?? null),
      signal,
      onInfo: limitInterim(),
    };
    let endLarge = () => {};
    const ended = new Promise<void>((resolve) => (endLarge = resolve));
    let place: Promise<void> | undefined;
    const takePlace = () =>
      (place ??= new Promise((begin, refuse) => {
        const hold = () => {
          begin();
          return ended;
        };
        large.run(kind, hold, signal).catch(refuse);
      }));
    try {
      const response = await (own ? own.request(request) : shared.request({ ...request, origin: address.origin }));
      const { statusCode, headers: received, body: sent } = response;
      // The body is not read, to save time for others.
      if (Number(received["content-length"]) > RESPONSE_MAX_BYTES) {
        sent.on("error", ignore).destroy();
        throw tooLarge();
      }
      const bytes = await bytesOf(sent, takePlace);
      const encodings = String(received["content-encoding"] ?? "");
      const read = await textOf(bytes, encodings, { maxBytes: RESPONSE_MAX_BYTES, beforeDecompressing: takePlace });
      await ownTurn(read.text, signal);
      return { status: statusCode, headers: received, ...read };
    } catch (error) {
      throw unavailable(error, signal);
    } finally {
      // The text is parsed in this turn of the event loop, so the place is given back in the next one.
      setImmediate(guarded(endLarge));
      void own?.destroy();
    }
  };
}

/**
 * Reads a whole body.
 *
 * @param beforeLarge awaited before more than `LARGE_BYTES` are read
 * @throws PiecesTooSmall; the error of `beforeLarge`; the failure of the body
 */
function bytesOf(body: Dispatcher.ResponseData["body"], beforeLarge: () => Promise<void>): Promise<Buffer> {
  let isLarge = false;
  return readBody(body, {
    onPiece(collectedBytes) {
      if (isLarge || collectedBytes <= LARGE_BYTES) return;
      isLarge = true;
      body.pause();
      beforeLarge().then(
        () => body.resume(),
        () => body.destroy(new UpstreamTimedOut()),
      );
    },
  });
}

function multipart(form: NonNullable<UpstreamRequest["form"]>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, value.file, value.filename);
  }
  return body;
}

const tooLarge = () => new UnusableResponse(`answer larger than ${RESPONSE_MAX_BYTES} bytes`, true);

/** Converts an error to an `UpstreamUnavailable`, without its message, which may quote the request. */
function unavailable(error: unknown, signal: AbortSignal): UpstreamUnavailable {
  if (error instanceof UpstreamUnavailable) return error;
  if (error instanceof NeverConnected) return new UpstreamUnavailable(`not connected (${error.message})`, false);
  if (signal.aborted) return new UpstreamTimedOut();
  if (codeOf(error) === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return tooLarge();
  if (error instanceof TooManyInterim) return new UnusableResponse("too many informational responses", true);
  if (error instanceof PiecesTooSmall) return new UnusableResponse("response in pieces too small", true);
  return new UpstreamUnavailable(`no answer (${codeOf(error)})`, true);
}

/** Returns the system's code for a failure, such as `ECONNREFUSED`. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : "unknown";
}
