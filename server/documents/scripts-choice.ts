import { setCookie, valuesInHeader } from "~server/session/cookies";

/** How long a browser gets scripts on request although it saves data. */
const SCRIPTS_CHOICE_AGE_MS = 24 * 60 * 60_000;

/**
 * The value of the cookie `scripts`: `off` after scripts failed twice on this browser (app/boot.ts writes it), `on`
 * where the visitor asked for them. Anything else counts as no choice.
 */
export type ScriptsChoice = "on" | "off" | undefined;

/** The name of that cookie. */
export const SCRIPTS_COOKIE = "scripts";

/** The visitor's choice about scripts (behaviour 10.34), by the Cookie header. */
export function readScriptsChoice(cookies: string | null | undefined): ScriptsChoice {
  const [value] = valuesInHeader(cookies, SCRIPTS_COOKIE);
  return value === "on" || value === "off" ? value : undefined;
}

/** Whether a browser saves data, by its header `Save-Data`. */
export function savesData(header: string | string[] | null | undefined): boolean {
  return typeof header === "string" && header.toLowerCase() === "on";
}

/**
 * Whether pages come without their scripts: scripts failed, or the browser saves data and the visitor did not ask for
 * scripts.
 */
export function areScriptsOff(choice: ScriptsChoice, isSaving: boolean): boolean {
  return choice === "off" || (isSaving && choice !== "on");
}

/** The Set-Cookie value with which a browser gets scripts again, also where it saves data. */
export function scriptsOnCookie(): string {
  return setCookie(SCRIPTS_COOKIE, "on", SCRIPTS_CHOICE_AGE_MS, { httpOnly: false });
}
