import { readCookie, setCookie } from "~server/session/cookies";

/** How long a browser with Save-Data gets scripts after its visitor asked for them. */
const SCRIPTS_CHOICE_AGE_MS = 24 * 60 * 60_000;

/** `off` after scripts failed twice (app/boot.ts), `on` after the visitor chose the full version. */
export type ScriptsChoice = "on" | "off" | undefined;

export const SCRIPTS_COOKIE = "scripts";

export function readScriptsChoice(cookies: string | null | undefined): ScriptsChoice {
  return readCookie(cookies, SCRIPTS_COOKIE, (value) => (value === "on" || value === "off" ? value : undefined));
}

export function savesData(header: string | string[] | null | undefined): boolean {
  return typeof header === "string" && header.toLowerCase() === "on";
}

/** True if scripts failed, or if the browser saves data and the visitor did not ask for scripts. */
export function areScriptsOff(choice: ScriptsChoice, isSaving: boolean): boolean {
  return choice === "off" || (isSaving && choice !== "on");
}

export function scriptsOnCookie(): string {
  return setCookie(SCRIPTS_COOKIE, "on", SCRIPTS_CHOICE_AGE_MS, { httpOnly: false });
}
