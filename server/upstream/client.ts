import { createUpstreamClient } from "@storefront/upstream-client/client";
import { SessionExpired } from "@storefront/upstream-client/failures";
import type { RawResponse } from "@storefront/upstream-client/options";
import type { UpstreamContext as AnyContext, UpstreamRequest } from "@storefront/upstream-client/request";
import {
  PUBLIC_FRESH_MS,
  PUBLIC_RETRY_FIRST_MS,
  PUBLIC_RETRY_LONGEST_MS,
  PUBLIC_RETRY_WAIT_MS,
  PUBLIC_STALE_MS,
  PURCHASE_DEADLINE_MS,
  READ_DEADLINE_MS,
  UPLOAD_DEADLINE_MS,
  WRITE_DEADLINE_MS,
} from "~server/upstream/constants";
import { env, perEnv, type Env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import { readEnvelope } from "./envelope";
import { isExpired, serverMessage, SUCCESS_CODE, UpstreamRejected } from "./errors";

export { TooManyLookups } from "@storefront/upstream-client/lookups";
export {
  SessionExpired,
  UnusableResponse,
  UpstreamNotFound,
  UpstreamTimedOut,
  UpstreamUnavailable,
} from "@storefront/upstream-client/failures";
export { forPayment, within } from "@storefront/upstream-client/request";
export type { RawResponse } from "@storefront/upstream-client/options";
export type { ReadOptions } from "@storefront/upstream-client/cached-reads";
export { UpstreamRejected };

export interface UpstreamContext extends AnyContext {
  locale: Locale;
  /** The visitor's address: IPv4, or the first of an IPv6 network. */
  address?: string | undefined;
  /** The session's user id, if it has one. The token must still belong to this account. */
  userId?: string | undefined;
  /** The JSON string that the browser sent. */
  securityInfo?: string | undefined;
}

export type PublicContext = Pick<UpstreamContext, "locale" | "deadlineMs" | "deadlineAtMs" | "forPayment">;

export const EXCHANGE = "/fe-ex-api";
export const HASHRATE = "/fe-origin-hashrate-api";
export function storagePrefix(): string {
  return `/fe-${env().STORAGE_PRODUCT}-api`;
}

let observer: ((response: RawResponse) => void) | undefined;

/** Shows the doctor every response as it came, until it is called with undefined. */
export function observeResponses(observe: typeof observer): void {
  observer = observe;
}

const client = perEnv((settings: Env) =>
  createUpstreamClient<UpstreamContext>({
    baseUrl: settings.UPSTREAM_URL,
    headers({ locale, token, address }) {
      const { HEADER_LANGUAGE, HEADER_CLIENT, HEADER_TOKEN, HEADER_ADDRESS } = settings;
      return {
        [HEADER_LANGUAGE]: locale,
        [HEADER_CLIENT]: "pc",
        ...(token ? { [HEADER_TOKEN]: token } : {}),
        ...(HEADER_ADDRESS && address ? { [HEADER_ADDRESS]: address } : {}),
      };
    },
    bodyFields: ({ securityInfo }) => (securityInfo === undefined ? {} : { securityInfo }),
    readResponse,
    onResponse: (response) => observer?.(response),
    sessionCheckPath: `${EXCHANGE}/common/user_info`,
    deadlinesMs: {
      read: READ_DEADLINE_MS,
      write: WRITE_DEADLINE_MS,
      purchase: PURCHASE_DEADLINE_MS,
      upload: UPLOAD_DEADLINE_MS,
    },
    poolSizes: settings.UPSTREAM_POOLS,
    cache: {
      freshMs: PUBLIC_FRESH_MS,
      staleMs: PUBLIC_STALE_MS,
      retryFirstMs: PUBLIC_RETRY_FIRST_MS,
      retryLongestMs: PUBLIC_RETRY_LONGEST_MS,
      retryWaitMs: PUBLIC_RETRY_WAIT_MS,
    },
  }),
);
type Client = ReturnType<typeof client>;

/** The calls throw UpstreamRejected, UpstreamUnavailable and, with a token, SessionExpired. */
export const call: Client["call"] = (context, request) => client().call(context, request);
export const write: Client["write"] = (context, path, body) => client().write(context, path, body);
export const anonymousCall: Client["anonymousCall"] = (context, request) => client().anonymousCall(context, request);
export const cachedRead: Client["cachedRead"] = (context, request, how) => client().cachedRead(context, request, how);
export const poolStates: Client["poolStates"] = () => client().poolStates();
export const breakerStates: Client["breakerStates"] = () => client().breakerStates();
export const readsUnderWay: Client["readsUnderWay"] = () => client().readsUnderWay();

function readResponse(
  text: string,
  { context, request, status }: { context: UpstreamContext; request: UpstreamRequest; status: number },
): { data: unknown } | undefined {
  const envelope = readEnvelope(text);
  // If the envelope contradicts itself, a payer trusts neither its code nor its data: the outcome is unclear.
  if (request.kind === "purchase" && envelope?.isConsistent === false) return undefined;
  if (!envelope || envelope.code === SUCCESS_CODE) return envelope;
  // A gateway that checks tokens repeats the status as the code.
  if (context.token && status === 401 && envelope.code === "401") return undefined;
  if (isExpired(envelope.code)) throw new SessionExpired();
  const message = serverMessage(envelope.messages, [{ ...context }, request.body], context.locale);
  throw new UpstreamRejected(envelope.code, message, request.kind === "read");
}
