import type { IncomingHttpHeaders } from "node:http";
import type { Kind, Purpose, UpstreamContext, UpstreamRequest } from "./request";
import type { BodyText } from "./response-text";

export type RawResponse = BodyText & {
  status: number;
  headers: IncomingHttpHeaders;
};

export interface UpstreamClientOptions<Context extends UpstreamContext> {
  /** The upstream's URL without a slash at the end. */
  baseUrl: string;
  /** Returns the headers of every request: language, client, token. */
  headers: (context: Context) => Record<string, string>;
  /** Returns the fields of every body, multipart included. */
  bodyFields?: (context: Context) => Record<string, string>;
  /**
   * Reads the text of a response below 500 that is no redirect; undefined if a gateway wrote it.
   *
   * @throws Rejection, SessionExpired
   */
  readResponse: (
    text: string,
    about: { context: Context; request: UpstreamRequest; status: number },
  ) => { data: unknown } | undefined;
  /** Gets each response before it is read. */
  onResponse?: (response: RawResponse) => void;
  /** A read that every live session may make. It distinguishes an expired session from a firewall's bare 403. */
  sessionCheckPath: string;
  /** The time for connecting, sending and the whole response, per kind. */
  deadlinesMs: Readonly<Record<Kind, number>>;
  poolSizes: Readonly<Record<Purpose, number>>;
  cache: CacheOptions;
}

export interface CacheOptions {
  freshMs: number;
  /** A stale response up to this age is returned while it is renewed. */
  staleMs: number;
  /** A failed read is tried again after this time, which doubles with each further failure … */
  retryFirstMs: number;
  /** … up to this time. */
  retryLongestMs: number;
  /** How long a visitor waits for that retry if nothing is cached. */
  retryWaitMs: number;
}
