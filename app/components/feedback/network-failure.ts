import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import type { FormResult } from "~server/forms/form";

/** The result of a form whose response never came; `instead` is what came: an error, a page, nothing. */
type Dropped = FormResult["lastResult"] & { instead: unknown };

/** True if the server did not respond; the form then keeps all its input, passwords and codes included. */
export const isNetworkFailure = (lastResult: object | undefined): lastResult is Dropped =>
  !!lastResult && "instead" in lastResult;

type Sent = FormResult | { lastResult?: undefined };

/** Twice as long as the server takes for any form. Without a limit, a dead connection would never end. */
const TIMEOUT_MS = 60_000;
/** Longer than another page takes to arrive. */
const LEAVING_MS = 10_000;

const pause = (ms: number) => new Promise<{ lastResult?: undefined }>((end) => window.setTimeout(end, ms, {}));

/**
 * Reports a failed request only if the page stays: Firefox and Safari cut requests as soon as another page is
 * requested, and the message would flash before that page. Removes its handler afterwards, because Firefox does not
 * cache a page with one for Back.
 */
export async function unlessLeft<Data>(request: Promise<Data>): Promise<Data> {
  let waitMs = 0;
  window.onbeforeunload = () => void (waitMs = LEAVING_MS);
  try {
    return await request;
  } finally {
    window.onbeforeunload = null;
    await pause(waitMs);
  }
}

/**
 * Sends a form by scripts (`clientAction`). A request dropped by the network or a proxy reads as a rejected form,
 * because a thrown error would remove the form. It can be sent again: its token returns the first response, if there
 * was one.
 */
export async function postOrFormError({ serverAction }: ClientActionFunctionArgs): Promise<FormResult> {
  const sending: Promise<Sent> = Promise.race([serverAction<FormResult>(), pause(TIMEOUT_MS)]);
  const result = await unlessLeft(sending).catch((error: object): Sent => {
    if (error instanceof Response) throw error;
    return error;
  });
  if (result.lastResult) return result;
  const lastResult: Dropped = { error: { "": ["errors.network"] }, instead: result };
  return { lastResult };
}

/**
 * Makes the `clientLoader` of a route whose data scripts reload. If a reload after a form is dropped, the page keeps
 * its data, because a thrown error would count as a broken script. Another step is requested as a document, as without
 * scripts, and the browser itself reports the failure.
 *
 * @param id of the route
 */
export const readOrKeep =
  (id: string) =>
  async ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> => {
    try {
      const data = await unlessLeft(serverLoader());
      // Text is a page that a proxy sent, such as a challenge.
      if (typeof data !== "string") return data;
    } catch (error) {
      if (error instanceof Response || request.signal.aborted) throw error;
    }
    const { loaderData, location: shown } = window.__remixRouter.state;
    // The root's data is the same for each step, except its toast and the return path of the language switch.
    if (id === "root" || request.url === location.origin + shown.pathname + shown.search) return loaderData[id];
    location.assign(request.url);
    return new Promise(() => {});
  };

/** Does not reload the page after a dropped post (`shouldRevalidate`): the reload would be dropped too. */
export const onNetworkFailure: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !isNetworkFailure((actionResult as FormResult | undefined)?.lastResult) && defaultShouldRevalidate;
