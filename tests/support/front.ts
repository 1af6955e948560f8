import { onTestFinished } from "vitest";
import { startPeer, type PeerRequest, type Reply } from "@storefront/test-support/peer";
import { setEnv } from "./environment";

/**
 * Puts a proxy between the storefront and the sandbox until the test is over.
 *
 * @param instead returns the response to a call, or undefined to pass the call on; it may change the sandbox's own
 *   response
 */
export async function putInFront(
  sandbox: { url: string },
  instead: (request: PeerRequest, own: () => Promise<Reply>) => Promise<Reply | undefined>,
): Promise<void> {
  const front = await startPeer();
  onTestFinished(() => front.close());
  front.reply = async (request) => {
    const own = () => passOn(sandbox.url, request);
    return (await instead(request, own)) ?? own();
  };
  setEnv({ UPSTREAM_URL: front.url });
}

async function passOn(url: string, { path, headers: all, body }: PeerRequest): Promise<Reply> {
  const { host: _, connection: __, "content-length": ___, ...headers } = all;
  const sent = { method: "POST", headers: headers as Record<string, string>, body };
  try {
    const response = await fetch(url + path, sent);
    return { status: response.status, body: await response.text() };
  } catch (error) {
    // The sandbox dropped the connection on purpose.
    if (!(error instanceof TypeError)) throw error;
    return "reset";
  }
}
