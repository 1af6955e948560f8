import type { IncomingHttpHeaders } from "node:http";
import type { Kind, Purpose, UpstreamContext, UpstreamRequest } from "./request";
import type { BodyText } from "./response-text";

/** A response as it came, before anything of its text is read. */
export type RawResponse = BodyText & {
  status: number;
  headers: IncomingHttpHeaders;
};

/** The product's settings of its upstream. Functions are called at each call. */
export interface UpstreamClientOptions<Context extends UpstreamContext> {
  /** Where paths begin, without a slash at the end. */
  baseUrl: () => string;
  /** Headers of every request: language, client, token. */
  headers: (context: Context) => Record<string, string>;
  /** Fields that go with every body, multipart included. */
  bodyFields?: (context: Context) => Record<string, string>;
  /**
   * Reads the text of a response of a status below 500 that is no redirect.
   *
   * @returns what the call's schema reads; undefined when the text does not come from the upstream, but from a gateway
   * @throws Rejection, SessionExpired where the upstream reports them
   */
  readResponse: (text: string, about: { context: Context; request: UpstreamRequest }) => { data: unknown } | undefined;
  /** Sees each response just before it is read, for a diagnosis. */
  onResponse?: (response: RawResponse) => void;
  /**
   * The path of a read that any live session may make: it distinguishes an expired session from a firewall's bare 403.
   */
  sessionCheckPath: string;
  /** The longest that a call may take, in ms: connecting, sending, and the whole response. */
  deadlinesMs: Readonly<Record<Kind, number>>;
  /** Connections for a purpose (see `pools.ts`). Called when the first call for it is made. */
  poolSize: (purpose: Purpose) => number;
  /** The responses of cached reads. */
  cache: CacheOptions;
}

/** Ages and waits of cached reads, in ms. */
export interface CacheOptions {
  /** A response is fresh for so long. */
  freshMs: number;
  /** After that it is stale: it is returned while it is renewed, up to this age. */
  staleMs: number;
  /** A read that has failed is tried again after so long, after each further failure twice as long … */
  retryFirstMs: number;
  /** … and at most this long. */
  retryLongestMs: number;
  /** How long that next try is waited for where there is nothing to show meanwhile. */
  retryWaitMs: number;
}
