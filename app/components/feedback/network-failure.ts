import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import type { FormResult } from "~server/forms/form";

/** Results of forms that the network dropped. */
const dropped = new WeakSet();

/** True if the server did not respond; the form then keeps all its input, passwords and codes included. */
export const isNetworkFailure = (lastResult: unknown): boolean =>
  typeof lastResult === "object" && lastResult !== null && dropped.has(lastResult);

/** Twice as long as the server takes for any form; a dead connection would otherwise be waited for without end. */
const TIMEOUT_MS = 60_000;

const timeout = () =>
  new Promise<never>((_, fail) => {
    window.setTimeout(fail, TIMEOUT_MS);
  });

/**
 * Sends a form by scripts (`clientAction`). A request dropped by the network or a proxy reads as a rejected form,
 * because a thrown error would remove the form. It can be sent again: its token returns the first response, if there
 * was one.
 */
export async function postOrFormError({ serverAction }: ClientActionFunctionArgs): Promise<FormResult> {
  try {
    return await Promise.race([serverAction<FormResult>(), timeout()]);
  } catch (error) {
    if (error instanceof Response) throw error;
    const lastResult: FormResult["lastResult"] = { status: "error", error: { "": ["errors.network"] } };
    dropped.add(lastResult);
    return { lastResult };
  }
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
      return await serverLoader();
    } catch (error) {
      if (error instanceof Response || request.signal.aborted) throw error;
      const { loaderData, location: shown } = window.__remixRouter.state;
      // The root's data are the same for each step, but for its toast and the way back of the language switch.
      if (id === "root" || request.url === location.origin + shown.pathname + shown.search) return loaderData[id];
      location.assign(request.url);
      return new Promise(() => {});
    }
  };

/** Does not reload the page after a dropped post (`shouldRevalidate`): the reload would be dropped too. */
export const onNetworkFailure: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !isNetworkFailure((actionResult as FormResult | undefined)?.lastResult) && defaultShouldRevalidate;
