import type { ServerResponse } from "node:http";
import { guarded } from "@storefront/resilience/guarded";
import { TURN_MAX_MS } from "./read-turns";
import { createTurnQueue } from "./turn-queue";

const inLaterTurn = createTurnQueue(TURN_MAX_MS);

/**
 * Sends a response that others may have waited for too, such as a picture, in a turn of the event loop that sends few
 * responses: sending thousands at once would delay everybody for seconds. Sends nothing to a visitor who has left.
 */
export const sendInTurn = (res: ServerResponse, send: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const inTurn = guarded(() => {
      if (!res.destroyed) send();
      resolve();
    }, reject);
    inLaterTurn(inTurn);
  });
