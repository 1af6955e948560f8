import type { IncomingMessage } from "node:http";
import { concurrencyLimit, QueueFull } from "@storefront/resilience/concurrency-limit";
import { guarded } from "@storefront/resilience/guarded";
import { createRotation } from "@storefront/resilience/rotation";
import { BodyRejected, limitBody, receiveBody, type BodyLimits } from "./body-limit";
import type { Exchange, Middleware, Next } from "./exchange";
import { clientAddressOf } from "./forwarded";
import { shed, SHARE_OF_FREE } from "./load-shedding";

/** The limit of small bodies, for strangers and again for signed-in visitors. Each takes up to 128 kB. */
const BODIES_MAX = 512;
/** The same for large bodies that the app reads as they arrive: those of strangers, and uploads. */
const LARGE_OF_STRANGERS = 64;
const LARGE_OF_SIGNED_IN = 256;
/** The maximum number of forms in progress for one account, in all its tabs and sessions. */
const POSTS_PER_ACCOUNT = 8;
/** How long a received post waits for its turn. */
export const POST_WAIT_MS = 5_000;

const limitOf = (concurrent: number, { perName = Infinity, waiting = 0 }) =>
  concurrencyLimit({ concurrent, perName, waiting, share: SHARE_OF_FREE });

/**
 * Counts bodies in progress. A new body is always accepted: beyond `max`, the sender with the most bodies loses its
 * oldest.
 *
 * @returns a function that adds a body, calls `giveUp` at most once, and returns a function for when the body has
 *   arrived or failed
 */
export function bodiesUnderWay(max: number): (sender: string, giveUp: () => void) => () => void {
  const bodies = createRotation<() => void>();
  return (sender, giveUp) => {
    bodies.add(sender, giveUp);
    if (bodies.size() > max) bodies.takeOfMost(0)?.();
    return () => bodies.delete(sender, giveUp);
  };
}

/**
 * Makes a step that limits posts. A small body is first received completely, so that slow senders occupy no place. Then
 * it waits for its turn, and gets a small 503 if too many wait or its turn does not come in time.
 *
 * Signed-in visitors have places of their own, so that strangers cannot keep a buyer from paying. While the upstream is
 * slow, an address with many posts cannot take all places, however many accounts it uses.
 *
 * @param options.accountOf identifies the account of a session cookie; undefined if it is missing or forged
 * @param options.inFlight how many posts are handled at a time, for strangers and again for signed-in visitors
 * @param options.waitMs how long a post waits for its turn
 */
export function limitPosts(options: {
  limitsOf: (exchange: Exchange) => BodyLimits;
  accountOf: (req: IncomingMessage) => Promise<string | undefined>;
  inFlight: number;
  waitMs: number;
}): Middleware {
  const { limitsOf, accountOf, inFlight, waitMs } = options;
  const strangers = {
    addBody: bodiesUnderWay(BODIES_MAX),
    posts: limitOf(inFlight, { waiting: inFlight }),
    large: limitOf(LARGE_OF_STRANGERS, {}),
  };
  const signedIn = {
    addBody: bodiesUnderWay(BODIES_MAX),
    posts: limitOf(inFlight, { perName: POSTS_PER_ACCOUNT, waiting: inFlight }),
    large: limitOf(LARGE_OF_SIGNED_IN, { perName: POSTS_PER_ACCOUNT }),
  };

  async function admit(exchange: Exchange, next: Next): Promise<void> {
    const { req, res, expects } = exchange;
    const account = await accountOf(req);
    if (req.socket.destroyed) return;
    const { addBody, posts, large } = account === undefined ? strangers : signedIn;
    const address = clientAddressOf(req);
    const limits = limitsOf(exchange);
    const declaredBytes = Number(req.headers["content-length"] ?? 0);
    // A body that is too large gets no 100, because the app rejects it by its declared length.
    if (expects === "continue" && declaredBytes <= limits.maxBytes) res.writeContinue();
    const received =
      limits.wholeMaxBytes === 0 || declaredBytes > limits.wholeMaxBytes
        ? "larger"
        : await receiveBody(req, limits, (giveUp) => addBody(account ?? address, giveUp));
    if (received === "left") return;
    const isLarge = received === "larger";
    const waiting = new AbortController();
    const onLate = guarded(() => waiting.abort(new QueueFull()));
    const end = setTimeout(onLate, waitMs);
    const handle = async () => {
      if (req.socket.destroyed) return;
      if (isLarge) limitBody(req, res, limits);
      await next(exchange);
    };
    const holder = account === undefined ? address : ([address, account] as const);
    await (isLarge ? large : posts).run(holder, handle, waiting.signal).finally(() => clearTimeout(end));
  }

  return (exchange, next) => {
    if (exchange.req.method !== "POST") return next(exchange);
    return admit(exchange, next).catch((error: unknown) => {
      if (error instanceof BodyRejected) return refuse(exchange, error.status, "bodies");
      if (error instanceof QueueFull) return refuse(exchange, 503, "posts");
      throw error;
    });
  };
}

function refuse(exchange: Exchange, status: BodyRejected["status"], reason: "bodies" | "posts"): void {
  const closes = !exchange.req.complete;
  if (status === 503) shed(exchange, reason, closes);
  else exchange.sendError({ status, closes });
}
