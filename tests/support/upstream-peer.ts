import { afterAll, beforeEach } from "vitest";
import { startPeer, type Peer, type Reply } from "@storefront/test-support/peer";
import { setEnv } from "./environment";

/** A response in the upstream's envelope. */
export function envelope(data: unknown, code: unknown = "0", msg: unknown = "suc"): Reply {
  return { body: JSON.stringify({ code, msg, data }) };
}

/**
 * Connects the storefront to a peer, for the file of tests whose first lines call it.
 *
 * @param reply its response by default
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
