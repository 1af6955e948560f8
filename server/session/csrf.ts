import { randomBytes } from "node:crypto";
import { digest } from "~server/crypto/digest";
import { env } from "~server/env";
import type { FlowSession } from "~server/session/flow-session";
import { isSameText, isSigned, sign } from "~server/crypto/keys";
import type { RequestContext } from "~server/session/request-context";

/** CSRF protection: the Origin of a post, and a token in each form, bound to session, purpose and time. */

export const FORM_TOKEN_AGE_MS = 2 * 60 * 60_000;

export const FORM_TOKEN_FIELD = "csrf";

const PUBLIC_TOKEN_PERIOD_MS = 6 * 60 * 60_000;
const PUBLIC_NONCE = "0".repeat(16);

/** Expiry (seconds since 1970 in base 36), nonce, binding, signature. */
const TOKEN = /^([0-9a-z]{1,10})\.([\w-]{16})\.([sfap][\w-]{22})\.([\w-]{43})$/;

/** The binding of a token: s for a session, f for a flow, a for an anonymous visitor, p for public (shared pages). */
type Binding = string;

/** `true` lets shared pages show the form; `with proof` also requires proof that the post comes from this site. */
export type Openness = boolean | "with proof";

export interface TokenVerdict {
  /** `cookieless`: the token is genuine, but the browser sent no cookies. */
  state: "ok" | "expired" | "cookieless" | "forged";
  /** Identifies this rendering of the form; null if the token is public or forged. */
  once: string | null;
  /** True if the token is genuine but belongs to another session. */
  isOfOtherSession?: boolean;
}

/** Makes a token for a form on this visitor's page; `flow` is one that the same response starts. */
export async function formToken(
  requestContext: RequestContext,
  purpose: string,
  { flow: flowSession }: { flow?: FlowSession } = {},
): Promise<string> {
  return mint(purpose, await bindingOf(requestContext, flowSession));
}

/** Makes a token for a form on shared pages. The token stays the same for hours, so that the page does too. */
export function publicFormToken(purpose: string): string {
  const untilMs = (Math.floor(Date.now() / PUBLIC_TOKEN_PERIOD_MS) + 1) * PUBLIC_TOKEN_PERIOD_MS;
  return mint(purpose, binding("p", "public"), untilMs + FORM_TOKEN_AGE_MS, PUBLIC_NONCE);
}

/** Returns the public token for signed-out visitors (behaviour 14.6) without a flow; others get their own. */
export async function sharedFormToken(requestContext: RequestContext, purpose: string): Promise<string> {
  const isKnown = (await requestContext.session()) !== null || (await requestContext.storedFlow()) !== null;
  return isKnown || requestContext.lacksProof ? formToken(requestContext, purpose) : publicFormToken(purpose);
}

function mint(
  purpose: string,
  bound: Binding,
  expiresAtMs = Date.now() + FORM_TOKEN_AGE_MS,
  nonce = randomBytes(12).toString("base64url"),
): string {
  const body = `${Math.ceil(expiresAtMs / 1000).toString(36)}.${nonce}.${bound}`;
  return `${body}.${sign("form-token", `${purpose}\n${body}`)}`;
}

/**
 * Checks a posted token. A genuine token from an earlier state of this visitor, or a public one without proof, counts
 * as expired, so the form is shown again. A token of another session is forged. With `open` a public token is valid.
 */
export async function readFormToken(
  requestContext: RequestContext,
  purpose: string,
  token: unknown,
  { open = false }: { open?: Openness | undefined } = {},
): Promise<TokenVerdict> {
  const forged: TokenVerdict = { state: "forged", once: null };
  const parts = typeof token === "string" ? TOKEN.exec(token) : null;
  if (!parts) return forged;
  const [, expiry = "", nonce = "", bound = "", signature = ""] = parts;
  if (!isSigned("form-token", `${purpose}\n${expiry}.${nonce}.${bound}`, signature)) return forged;
  const inTime = parseInt(expiry, 36) * 1000 > Date.now();

  if (bound === binding("p", "public")) {
    if (!open) return forged;
    if (open === "with proof" && !provesOrigin(requestContext.request)) requestContext.lacksProof = true;
    return { state: inTime && !requestContext.lacksProof ? "ok" : "expired", once: null };
  }
  const current = await bindingOf(requestContext);
  if (isSameText(bound, current)) return { state: inTime ? "ok" : "expired", once: `${bound}.${nonce}` };
  if (bound.startsWith("s") && current.startsWith("s")) return { ...forged, isOfOtherSession: true };
  // Only a page that starts a flow contains a token whose cookie may not have been stored.
  const isCookieless = bound.startsWith("f") && !requestContext.request.headers.has("cookie");
  return { state: isCookieless ? "cookieless" : "expired", once: null };
}

async function bindingOf(requestContext: RequestContext, flowSession?: FlowSession): Promise<Binding> {
  const session = await requestContext.session();
  if (session) return binding("s", session.id);
  const current = flowSession ?? (await requestContext.storedFlow());
  return current ? binding("f", current.id) : binding("a", "anonymous");
}

function binding(kind: "s" | "f" | "a" | "p", id: string): Binding {
  return kind + digest(kind, id);
}

/**
 * True if a post may come from this site (trap 2): `Sec-Fetch-Site` is `same-origin` or `none`, else `Origin` is
 * PUBLIC_ORIGIN, or neither was sent.
 */
export function checkOrigin(request: Request): boolean {
  return provesOrigin(request) || (!request.headers.has("sec-fetch-site") && !request.headers.has("origin"));
}

/** Older browsers send neither header, so they prove nothing. */
function provesOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  return request.headers.get("origin") === env().PUBLIC_ORIGIN;
}
