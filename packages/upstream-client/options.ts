import type { IncomingHttpHeaders } from "node:http";
import type { Kind, Purpose, UpstreamContext, UpstreamRequest } from "./request";
import type { BodyText } from "./response-text";

export type RawResponse = BodyText & {
  status: number;
  headers: IncomingHttpHeaders;
};

export interface UpstreamClientOptions<Context extends UpstreamContext> {
  /** Without a slash at the end. */
  baseUrl: string;
  /** Headers of every request: language, client, token. */
  headers: (context: Context) => Record<string, string>;
  /** Fields of every body, multipart included. */
  bodyFields?: (context: Context) => Record<string, string>;
  /**
   * Reads the text of a response with a status below 500, redirects excluded.
   *
   * @returns the data for the call's schema; undefined when a gateway wrote the text
   * @throws Rejection, SessionExpired
   */
  readResponse: (text: string, about: { context: Context; request: UpstreamRequest }) => { data: unknown } | undefined;
  /** Gets each response before it is read. */
  onResponse?: (response: RawResponse) => void;
  /** A read that any live session may make: it distinguishes an expired session from a firewall's bare 403. */
  sessionCheckPath: string;
  /** Limits for connecting, sending, and the whole response. */
  deadlinesMs: Readonly<Record<Kind, number>>;
  poolSizes: Readonly<Record<Purpose, number>>;
  cache: CacheOptions;
}

export interface CacheOptions {
  freshMs: number;
  /** Up to this age a stale response is returned while it is renewed. */
  staleMs: number;
  /** A failed read is tried again after this time, after each further failure twice as long … */
  retryFirstMs: number;
  /** … and at most this long. */
  retryLongestMs: number;
  /** How long a visitor waits for that try if nothing is cached. */
  retryWaitMs: number;
}
