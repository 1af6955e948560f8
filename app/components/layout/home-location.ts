import { useLocation } from "@remix-run/react";

export const HOME = "/Index/Home";

/** The address of Home with the ways to the app over it. */
export const APP_SHEET = `${HOME}?step=app`;

/** True if the page is Home, and whether the ways to the app lie over it, so that the page under them is inert. */
export function useHome(): { isHome: boolean; isCovered: boolean } {
  const { pathname, search } = useLocation();
  const isHome = pathname.replace(/\/$/, "").toLowerCase() === HOME.toLowerCase();
  return { isHome, isCovered: isHome && new URLSearchParams(search).get("step") === "app" };
}
