import { randomBytes } from "node:crypto";
import { digest } from "~server/crypto/digest";
import { env } from "~server/env";
import type { FlowSession } from "~server/session/flow-session";
import { isSameText, isSigned, sign } from "~server/crypto/keys";
import type { RequestContext } from "~server/session/request-context";

/** CSRF protection: the Origin of a post, and a token in each form, bound to session, purpose and time. */

export const FORM_TOKEN_AGE_MS = 2 * 60 * 60_000;

/** The form field that carries the token. */
export const FORM_TOKEN_FIELD = "csrf";

/** A public token changes this often. */
const PUBLIC_TOKEN_PERIOD_MS = 6 * 60 * 60_000;
const PUBLIC_NONCE = "0".repeat(16);

/** Expiry (seconds, base 36), nonce, binding, signature. */
const TOKEN = /^([0-9a-z]{1,10})\.([\w-]{16})\.([sfap][\w-]{22})\.([\w-]{43})$/;

/**
 * What a token is bound to: `s`ession, `f`low, an `a`nonymous visitor, or the `p`ublic. A shared page has the same
 * bytes, and so the same token, for everybody: only `checkOrigin` protects its form.
 */
type Binding = string;

/**
 * Whether shared pages show a form: no; yes; or yes, and a post with the public token needs proof that it comes from
 * this site (`provesOrigin`).
 */
export type Openness = boolean | "with proof";

/** The result of checking a form token. */
export interface TokenVerdict {
  /** `cookieless`: genuine, but the browser did not send the cookie that it belongs to, nor any other one. */
  state: "ok" | "expired" | "cookieless" | "forged";
  /** Identifies this rendering of the form for this visitor; null when the token is public or forged. */
  once: string | null;
}

/**
 * A token for the hidden field `csrf` of a form that this visitor's page shows: HMAC of the binding (session, else
 * flow, else "anonymous"), purpose, expiry and nonce.
 *
 * @param flow a flow that the same response starts with `flowCookie`, so that its visitor is no longer anonymous
 */
export async function formToken(
  requestContext: RequestContext,
  purpose: string,
  { flow: flowSession }: { flow?: FlowSession } = {},
): Promise<string> {
  return mint(purpose, await bindingOf(requestContext, flowSession));
}

const publicTokens = new Map<string, { untilMs: number; token: string }>();

/**
 * A token for a form on shared pages, such as the language switch. It does not change for hours, so that neither do the
 * page's bytes. At any moment it is valid for at least as long as any other token.
 */
export function publicFormToken(purpose: string): string {
  const [secret = ""] = env().SESSION_SECRET;
  const key = `${purpose}\n${secret}`;
  const known = publicTokens.get(key);
  if (known && Date.now() < known.untilMs && Date.now() >= known.untilMs - PUBLIC_TOKEN_PERIOD_MS) return known.token;
  const untilMs = (Math.floor(Date.now() / PUBLIC_TOKEN_PERIOD_MS) + 1) * PUBLIC_TOKEN_PERIOD_MS;
  const token = mint(purpose, binding("p", "public"), untilMs + FORM_TOKEN_AGE_MS, PUBLIC_NONCE);
  publicTokens.set(key, { untilMs, token });
  return token;
}

/**
 * The token of a form on a page that all signed-out visitors share (behaviour 14.6): the public one, which is valid
 * only with proof that the post comes from this site. A visitor with a session or a flow, or without that proof, gets a
 * token of their own.
 */
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
 * Whether a posted token is genuine, in time, for this purpose and for this visitor.
 *
 * A genuine token of this visitor's earlier state (before a flow began or ended, before a sign-in or a sign-out) counts
 * as expired: the form is shown again and nothing is done. So does a public one without the required proof: the form is
 * shown again with a token of the visitor's own. One of another session is forged.
 *
 * @param open whether a public token is valid for this form
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
  if (bound.startsWith("s") && current.startsWith("s")) return forged;
  // Only a page that begins a flow has a token for a cookie that may never have been stored.
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
 * Whether a post comes from a page of this site (trap 2): `Sec-Fetch-Site` must be `same-origin` (or `none`: a
 * navigation by the visitor) when sent, else `Origin` must be PUBLIC_ORIGIN when sent. Forwarded headers do not count.
 */
export function checkOrigin(request: Request): boolean {
  return provesOrigin(request) || (!request.headers.has("sec-fetch-site") && !request.headers.has("origin"));
}

/** Whether the browser's headers prove that a post comes from a page of this site; older browsers send none. */
function provesOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  return request.headers.get("origin") === env().PUBLIC_ORIGIN;
}
