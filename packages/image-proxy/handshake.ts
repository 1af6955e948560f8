import { connect, type NetConnectOpts, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { guarded } from "@storefront/resilience/guarded";
import { fairQueue } from "@storefront/resilience/rotation";
import { buildConnector } from "@storefront/upstream-client/http-client";

/** How much a host may send before its certificate is accepted. Certificates take 2 to 8 kB. */
export const HANDSHAKE_MAX_BYTES = 16 * 1024;
/** How much a host may send in addition to content and half as much overhead: an incomplete record has 16 kB. */
export const OVERHEAD_MAX_BYTES = 32 * 1024;
/** TLS reads at most this much before we check it again. */
const SLICE_BYTES = 16 * 1024;
/** The number of turns of the event loop between two pieces of handshakes: about as many as a health check needs. */
const TURNS_BETWEEN = 4;

const { inTurn } = fairQueue();

/** The host sent too much before its certificate was accepted, or too much besides content afterwards. */
export class HandshakeTooLong extends Error {
  override name = "HandshakeTooLong";
}

async function letOthersRun(): Promise<void> {
  for (let turns = 0; turns < TURNS_BETWEEN; turns += 1) await nextTurn();
}

/** The encrypted bytes of a connection, which TLS reads and writes. */
class BoundedHandshake extends Duplex {
  /** The decrypted side, once the certificate is accepted. */
  content: Socket | undefined;
  #receivedBytes = 0;
  #leftBytes = HANDSHAKE_MAX_BYTES;
  readonly #socket: Socket;

  constructor(socket: Socket, host: string) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    const fail = guarded((error: Error) => void this.destroy(error));
    const receive = guarded(async (piece: Buffer) => {
      if (!this.content) {
        this.#leftBytes -= piece.length;
        if (this.#leftBytes < 0) throw new HandshakeTooLong();
        socket.pause();
        await inTurn(host, letOthersRun);
      }
      for (let at = 0; at < piece.length; at += SLICE_BYTES) this.#pass(piece.subarray(at, at + SLICE_BYTES));
    }, fail);
    const end = guarded(() => void this.push(null));
    socket.on("data", receive).on("end", end).on("error", fail).pause();
  }

  /** Each key update or greeting takes 20 bytes and 30 µs, and none reaches the event loop. */
  #pass(slice: Buffer): void {
    if (!this.push(slice)) this.#socket.pause();
    if (!this.content) return;
    this.#receivedBytes += slice.length;
    const overheadBytes = this.#receivedBytes - this.readableLength - 1.5 * this.content.bytesRead;
    if (overheadBytes > OVERHEAD_MAX_BYTES) throw new HandshakeTooLong();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(piece, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}

/**
 * Makes a connector whose TLS handshakes are bounded and take turns: OpenSSL reads up to 100 kB of certificates and
 * checks all of them in one turn of the event loop, even if it trusts none. With crafted keys this takes a second.
 *
 * @param options as for `buildConnector`
 * @returns a connector that fails with HandshakeTooLong
 */
export function buildBoundedConnector(
  options: Parameters<typeof buildConnector>[0],
): ReturnType<typeof buildConnector> {
  const dial = buildConnector(options);
  return (place, done) => {
    if (place.protocol !== "https:") return dial(place, done);
    const socket = connect({ ...options, host: place.hostname, port: Number(place.port || 443) } as NetConnectOpts);
    const handshake = new BoundedHandshake(socket, place.hostname);
    dial({ ...place, httpSocket: handshake as unknown as Socket }, (...result) => {
      handshake.content = result[1] ?? undefined;
      done(...result);
    });
  };
}
