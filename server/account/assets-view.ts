import { cookieValues, setCookie } from "~server/session/cookies";

const ASSETS_VIEW_AGE_MS = 365 * 24 * 60 * 60_000;

/** The name of the cookie. */
const ASSETS_VIEW_COOKIE = "assets";

/** What the page of the assets can hide, by its name in the cookie and the form. */
export const ASSETS_VIEW_PARTS = ["zeros", "amounts"] as const;
export type AssetsViewPart = (typeof ASSETS_VIEW_PARTS)[number];

/** Which of them this browser hides. */
export type AssetsView = Readonly<Record<AssetsViewPart, boolean>>;

/** How this browser shows the assets, by the cookie `assets` (behaviour 3.40); nothing is hidden without it. */
export function readAssetsView(request: Request): AssetsView {
  const [value = ""] = cookieValues(request, ASSETS_VIEW_COOKIE);
  const hidden = value.split(".");
  return { zeros: hidden.includes("zeros"), amounts: hidden.includes("amounts") };
}

/** The Set-Cookie value that stores it for a year, as plain text: `zeros`, `amounts`, `zeros.amounts` or `none`. */
export function assetsViewCookie(view: AssetsView): string {
  const hidden = ASSETS_VIEW_PARTS.filter((part) => view[part]);
  return setCookie(ASSETS_VIEW_COOKIE, hidden.join(".") || "none", ASSETS_VIEW_AGE_MS);
}
