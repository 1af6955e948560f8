import { SCRIPTS_CHOICE_AGE_MS } from "~server/constants";
import { cookieValues, setCookie } from "~server/session/cookies";

/**
 * What the cookie `scripts` says: `off` after scripts failed twice on this browser (app/boot.ts writes it), `on` where
 * the visitor asked for them. Anything else says nothing.
 */
export type ScriptsChoice = "on" | "off" | undefined;

/** The name of that cookie. */
export const SCRIPTS_COOKIE = "scripts";

/** The visitor's choice about scripts (behaviour 10.34). */
export function readScriptsChoice(request: Request): ScriptsChoice {
  const value = cookieValues(request, SCRIPTS_COOKIE)[0];
  return value === "on" || value === "off" ? value : undefined;
}

/** The Set-Cookie value with which a browser gets scripts again, also where it saves data. */
export function scriptsOnCookie(): string {
  return setCookie(SCRIPTS_COOKIE, "on", SCRIPTS_CHOICE_AGE_MS, { httpOnly: false });
}
