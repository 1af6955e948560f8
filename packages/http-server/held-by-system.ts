import ipaddr from "ipaddr.js";
import { closeSync, openSync, readSync } from "node:fs";
import type { Socket } from "node:net";
import { sharedTurn } from "@storefront/resilience/shared-turns";

/** The system's lists of its connections, over IPv4 and IPv6. */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const PIECE_BYTES = 4_096;
/**
 * A line's own port, the other address and port, and the bytes that the other side and this process have not read,
 * unless there are none. 40,000 lines take 14 ms.
 */
const LINE = /^ *\d+: \w+:(\w+) (\w+:\w+) \w+ (?!0{8}:0{8})(\w+):(\w+)/gm;

/** A connection's port and other address, as the lists have them: computing them for thousands takes a tenth of a second. */
const keys = new WeakMap<Socket, string>();

const hexOf = (port = 0) => port.toString(16).toUpperCase().padStart(4, "0");

/** Writes an address as the lists do: each 32 bits as one number of a little-endian machine. */
function addressOf({ remoteAddress, remotePort }: Socket): string {
  // A destroyed connection has no address.
  if (!remoteAddress || !ipaddr.isValid(remoteAddress)) return "";
  const bytes = Buffer.from(ipaddr.parse(remoteAddress).toByteArray()).swap32();
  return `${bytes.toString("hex").toUpperCase()}:${hexOf(remotePort)}`;
}

function keyOf(socket: Socket): string {
  const known = keys.get(socket) ?? `${hexOf(socket.localPort)} ${addressOf(socket)}`;
  keys.set(socket, known);
  return known;
}

/**
 * Reads a list. The system returns 4 kB at a time, about 27 lines, closed connections included. Reading in another
 * thread would take a turn of the event loop each time: with thousands of lines, seconds under load.
 */
async function textOf(table: string): Promise<string> {
  const opened = openSync(table, "r");
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let text = "";
  try {
    for (;;) {
      await sharedTurn();
      const bytes = readSync(opened, piece);
      if (bytes === 0) return text;
      text += piece.toString("latin1", 0, bytes);
    }
  } finally {
    closeSync(opened);
  }
}

/**
 * Asks the system how much it buffers of what visitors do not read, and of what we do not read.
 *
 * @returns a function that returns the bytes of a connection; undefined if the system does not say
 */
export async function heldBySystem(): Promise<((socket: Socket) => number) | undefined> {
  const texts = await Promise.all(TABLES.map((table) => textOf(table).catch(() => "")));
  const held = new Map<string, number>();
  for (const [, port = "", other = "", sent = "", received = ""] of texts.join("").matchAll(LINE)) {
    held.set(`${port} ${other}`, parseInt(sent, 16) + parseInt(received, 16));
  }
  if (!texts[0]) return undefined;
  return (socket) => held.get(keyOf(socket)) ?? 0;
}
