import request from "undici/lib/api/api-request.js";
import buildUndiciConnector from "undici/lib/core/connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Client from "undici/lib/dispatcher/client.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import parts from "undici/lib/web/fetch/formdata.js";
import { constants } from "node:crypto";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { ByteCollector } from "@storefront/resilience/byte-collector";
import { guarded } from "@storefront/resilience/guarded";
import { createResponseTurns } from "./response-turns";

/** We load only these parts of undici; its main file loads `fetch`, WebSocket, caches and mocks: 9 MB of memory. */
Object.assign(Dispatcher.prototype, { request });

const { FormData } = parts;

export { Agent, Client, FormData };

/** The maximum number of informational responses, such as `103 Early Hints`; servers send one or two. */
const INTERIM_MAX = 10;

/** The server sends informational responses again and again. */
export class TooManyInterim extends Error {
  override name = "TooManyInterim";
}

/** Makes a request's option `onInfo`, which throws TooManyInterim; undici reads any number of 1xx responses. */
export function limitInterim(): () => void {
  let heads = 0;
  return () => {
    heads += 1;
    if (heads > INTERIM_MAX) throw new TooManyInterim();
  };
}

const takeTurns = createResponseTurns();

/**
 * TLS servers issue two session tickets. Each takes as long as 2 kB of a response but does not count towards its size.
 */
export const TICKETS_MAX = 20;

function limitTickets(socket: Socket): void {
  let tickets = 0;
  const count = guarded(() => {
    tickets += 1;
    if (tickets > TICKETS_MAX) socket.destroy();
  });
  socket.on("session", count);
}

/**
 * Makes a connector whose connections are read in turns of the event loop, like all others. A server may not begin
 * another TLS handshake, whose certificates can block the event loop for a second.
 */
export function buildConnector(options: buildUndiciConnector.BuildOptions): buildUndiciConnector.connector {
  const dial = buildUndiciConnector({ ...options, secureOptions: constants.SSL_OP_NO_RENEGOTIATION });
  return (place, done) =>
    dial(place, (...[error, socket]) => {
      if (error) return done(error, null);
      takeTurns(socket);
      limitTickets(socket);
      done(null, socket);
    });
}

/**
 * Reads a whole body into one buffer. undici's own readers retain each piece, and a piece of one byte retains a whole
 * read buffer of its socket.
 *
 * @param onPiece gets the number of bytes so far
 * @throws PiecesTooSmall; the failure of the body
 */
export function readBody(
  body: Readable,
  { sizeHintBytes = 0, onPiece = () => undefined }: { sizeHintBytes?: number; onPiece?: (bytes: number) => void },
): Promise<Buffer> {
  const collector = new ByteCollector(sizeHintBytes);
  return new Promise((resolve, reject) => {
    const append: (piece: Buffer) => void = guarded(
      (piece: Buffer) => {
        collector.append(piece);
        onPiece(collector.length);
      },
      // A destroyed body still emits thousands of received pieces, each of which would cause an error.
      (error) => body.off("data", append).pause().destroy(error),
    );
    const onEnd = guarded(() => resolve(collector.bytes()));
    body.once("error", guarded(reject)).on("data", append).once("end", onEnd);
  });
}
