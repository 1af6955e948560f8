import { afterAll, beforeEach } from "vitest";
import { startPeer, type Peer, type Reply } from "@storefront/test-support/peer";
import { createUpstreamClient } from "../client";
import { Rejection, SessionExpired } from "../failures";
import { isObject, readJson } from "../json";
import type { UpstreamClientOptions } from "../options";
import type { Purpose, UpstreamContext } from "../request";

/** The context of the tests' own API, whose bodies contain a device. */
export interface Context extends UpstreamContext {
  device?: string;
}

/** Makes a response of that API: `{"data": …}`, a refusal `{"code": …}`, or `{"expired": true}`. */
export const data = (value: unknown): Reply => ({ body: JSON.stringify({ data: value }) });
export const refusal = (code: string, isInWords = false): Reply => ({ body: JSON.stringify({ code, isInWords }) });
export const EXPIRED: Reply = { body: '{"expired":true}' };
export const BAD_GATEWAY: Reply = { status: 502, body: "<h1>Bad gateway</h1>" };

export const SESSION_CHECK = "/session";
export const DEADLINES_MS = { read: 3_000, write: 3_500, purchase: 20_000, upload: 60_000 } as const;
const POOL_SIZES = { public: 64, account: 64, money: 64, upload: 64, codes: 64 } as const;
export const CACHE = {
  freshMs: 30_000,
  staleMs: 300_000,
  retryFirstMs: 1_000,
  retryLongestMs: 30_000,
  retryWaitMs: 1_000,
} as const;

function readResponse(text: string): { data: unknown } | undefined {
  const parsed = readJson(text);
  if (!isObject(parsed)) return undefined;
  if (parsed["expired"] === true) throw new SessionExpired();
  if (typeof parsed["code"] === "string") throw new Rejection(parsed["code"], parsed["isInWords"] === true);
  return Object.hasOwn(parsed, "data") ? { data: parsed["data"] } : undefined;
}

/** The upstream of a test file, which gets a new client before each test. */
export interface Upstream {
  peer: Peer;
  options: UpstreamClientOptions<Context>;
  client: ReturnType<typeof createUpstreamClient<Context>>;
  /** Makes a new client with other options, for example a smaller pool than 64 connections. */
  begin: (
    change?: Partial<Omit<UpstreamClientOptions<Context>, "poolSizes">> & {
      poolSizes?: Partial<Record<Purpose, number>>;
    },
  ) => void;
  /** Waits for the reads in progress. */
  readsEnd: () => Promise<void>;
}

/**
 * Starts an upstream. Call it in the first lines of a test file.
 *
 * @param reply the default response
 */
export async function useUpstream(reply: Peer["reply"] = () => data(null)): Promise<Upstream> {
  const peer = await startPeer();
  const options: UpstreamClientOptions<Context> = {
    baseUrl: peer.url,
    headers: ({ locale, token }) => ({ language: locale, ...(token ? { authorization: token } : {}) }),
    bodyFields: ({ device }) => (device === undefined ? {} : { device }),
    readResponse,
    sessionCheckPath: SESSION_CHECK,
    deadlinesMs: DEADLINES_MS,
    poolSizes: POOL_SIZES,
    cache: CACHE,
  };
  const upstream: Upstream = {
    peer,
    options,
    client: createUpstreamClient(options),
    begin({ poolSizes, ...change } = {}) {
      upstream.client = createUpstreamClient({ ...options, ...change, poolSizes: { ...POOL_SIZES, ...poolSizes } });
    },
    readsEnd: async () => void (await Promise.allSettled(upstream.client.readsUnderWay())),
  };
  beforeEach(() => {
    peer.requests.length = 0;
    peer.reply = reply;
    upstream.begin();
  });
  afterAll(async () => {
    await upstream.readsEnd();
    await peer.close();
  });
  return upstream;
}
