import { readFlash } from "~server/session/flash";
import { pageRequest, type CookieJar } from "./requests";

/** Where a response leads, the message that is shown there, and whether the visitor is still signed in. */
export async function landing({ status, headers }: Pick<Response, "status" | "headers">, cookies: CookieJar) {
  const { flash } = await readFlash(pageRequest("/", { cookies }));
  return { status, to: headers.get("location"), message: flash?.key, signedIn: cookies.get("utoken") !== undefined };
}

/** The result of a session that the upstream has ended: signed out, to the root, with the message. */
export const SESSION_ENDED = { status: 303, to: "/", message: "errors.sessionExpired", signedIn: false };

/** The result of a page that needs a session: to the sign-in, which leads back to the page. */
export const signInFor = (path: string) => ({
  status: 303,
  to: `/Login?redirectTo=${encodeURIComponent(path)}`,
  message: "errors.notLoggedIn",
  signedIn: false,
});
