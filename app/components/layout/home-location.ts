import { useLocation } from "@remix-run/react";

export const HOME = "/Index/Home";

export const APP_SHEET = `${HOME}?step=app`;

/** Tells if this is Home. `isCovered` is true if the links to the app cover the page, which is then inert. */
export function useHome(): { isHome: boolean; isCovered: boolean } {
  const { pathname, search } = useLocation();
  const isHome = pathname.replace(/\/$/, "").toLowerCase() === HOME.toLowerCase();
  return { isHome, isCovered: isHome && new URLSearchParams(search).get("step") === "app" };
}
