import { afterAll, beforeEach } from "vitest";
import { startPeer, type Peer, type Reply } from "@storefront/test-support/peer";
import { setEnv } from "./environment";

/** Returns a response in the upstream's envelope. */
export function envelope(data: unknown, code: unknown = "0", msg: unknown = "suc"): Reply {
  return { body: JSON.stringify({ code, msg, data }) };
}

/**
 * Connects the storefront to a peer. Call it in the first lines of a test file.
 *
 * @param reply the default response
 */
export async function usePeer(reply: Peer["reply"] = () => envelope(null)): Promise<Peer> {
  const peer = await startPeer();
  setEnv({ UPSTREAM_URL: peer.url });
  beforeEach(() => {
    peer.requests.length = 0;
    peer.reply = reply;
  });
  afterAll(() => peer.close());
  return peer;
}
