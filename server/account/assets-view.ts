import { cookieValues, setCookie } from "~server/session/cookies";

const ASSETS_VIEW_AGE_MS = 365 * 24 * 60 * 60_000;

const ASSETS_VIEW_COOKIE = "assets";

/** The names in the cookie and the form. */
export const ASSETS_VIEW_PARTS = ["zeros", "amounts"] as const;
export type AssetsViewPart = (typeof ASSETS_VIEW_PARTS)[number];

export type AssetsView = Readonly<Record<AssetsViewPart, boolean>>;

/** Without the cookie nothing is hidden. */
export function readAssetsView(request: Request): AssetsView {
  const [value = ""] = cookieValues(request, ASSETS_VIEW_COOKIE);
  const hidden = value.split(".");
  return { zeros: hidden.includes("zeros"), amounts: hidden.includes("amounts") };
}

/** Plain text: `zeros`, `amounts`, `zeros.amounts` or `none`. */
export function assetsViewCookie(view: AssetsView): string {
  const hidden = ASSETS_VIEW_PARTS.filter((part) => view[part]);
  return setCookie(ASSETS_VIEW_COOKIE, hidden.join(".") || "none", ASSETS_VIEW_AGE_MS);
}
