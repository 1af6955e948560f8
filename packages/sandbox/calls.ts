import { accountOfToken, spelled } from "./accounts";
import { AUTHENTICATOR_CALLS } from "./authenticator";
import { CAPTCHA_CALLS } from "./captcha";
import { CATALOGUE_CALLS } from "./catalogue";
import { FINANCE_CALLS } from "./finance";
import { IDENTITY_CALLS } from "./identity";
import { NOTICE_CALLS } from "./notices";
import { ORDER_CALLS } from "./orders";
import { REGISTRATION_CALLS, registrationOf } from "./registration";
import { SIGN_IN_CALLS } from "./signin";
import { SITE_CALLS } from "./site";
import { EXCHANGE, STORAGE, textOf, type Call, type Calls, type Handler } from "./call";

const CALLS: Calls = {
  ...AUTHENTICATOR_CALLS,
  ...CAPTCHA_CALLS,
  ...CATALOGUE_CALLS,
  ...FINANCE_CALLS,
  ...IDENTITY_CALLS,
  ...NOTICE_CALLS,
  ...ORDER_CALLS,
  ...REGISTRATION_CALLS,
  ...SIGN_IN_CALLS,
  ...SITE_CALLS,
};

/** Returns the last segment of a path, which names a call in the control API and is unique. */
export const callName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const CALL_NAMES: readonly string[] = Object.keys(CALLS).map(callName);

/** Returns the handler of a path. `/fe-{product}-api` works with any product name. */
export function handlerOf(path: string): Handler | undefined {
  const plain = path.replace(/^\/fe-(?!(?:ex|origin-hashrate)-api\/)[\w.-]+-api\//, `${STORAGE}/`);
  return Object.hasOwn(CALLS, plain) ? CALLS[plain] : undefined;
}

/**
 * Returns the code of a success: text on the exchange paths and a number elsewhere, because the upstream mixes both.
 */
export function successCode(path: string): string | number {
  return path.startsWith(`${EXCHANGE}/`) ? "0" : 0;
}

/** Returns the e-mail of the account that a call is about, so that a fault can apply to one account alone. */
export function accountConcerned({ state, token, body }: Call): string | undefined {
  const named = textOf(body, "mobileNumber") || textOf(body, "email");
  if (named) return spelled(state, named);
  const waiting = textOf(body, "token");
  const account = accountOfToken(state, token, false) ?? accountOfToken(state, waiting, true);
  return account?.email ?? registrationOf(state, waiting)?.email;
}
