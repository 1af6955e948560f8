import type { IncomingMessage } from "node:http";

const NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const ADDRESSES = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/**
 * Whether a request came from this machine and was meant for it: by the peer's address, by the host (a foreign name
 * that resolves to loopback is rejected), and by the page that sent it, if one did.
 */
export function isLoopback(request: IncomingMessage): boolean {
  const { host = "", origin } = request.headers;
  if (!ADDRESSES.test(request.socket.remoteAddress ?? "") || !NAMES.test(host)) return false;
  return origin === undefined || origin === `http://${host}`;
}
