import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import type { FormResult } from "~server/forms/form";

/** The result of a form without a response from our server; `instead` is what arrived: an error, a page, or nothing. */
type Dropped = FormResult["lastResult"] & { instead: unknown };

/** Returns true if the server did not respond. The form then retains all its input, passwords and codes included. */
export const isNetworkFailure = (lastResult: object | undefined): lastResult is Dropped =>
  !!lastResult && "instead" in lastResult;

type Sent = FormResult | { lastResult?: undefined };

/** Twice the time that the server may take for any form. Without a limit, a dead connection would never end. */
const TIMEOUT_MS = 60_000;
/** Another page always arrives within this time. */
const LEAVING_MS = 10_000;

const pause = (ms: number) => new Promise<{ lastResult?: undefined }>((end) => window.setTimeout(end, ms, {}));

/** Reports a failed request only if the page stays: Firefox and Safari cancel requests when another is requested. */
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

/** Sends a form with scripts; a request that the network drops becomes a rejected form, so that the form stays. */
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

/** Makes a `clientLoader` that preserves the data of route `id` if the network drops a reload after a form. */
export const readOrKeep =
  (id: string) =>
  async ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> => {
    try {
      const data = await unlessLeft(serverLoader());
      // A text means that a proxy sent its own page, such as a challenge.
      if (typeof data !== "string") return data;
    } catch (error) {
      if (error instanceof Response || request.signal.aborted) throw error;
    }
    const { loaderData, location: shown } = window.__remixRouter.state;
    // The root's data is the same for each step, except for its toast and the return path of the language switch.
    if (id === "root" || request.url === location.origin + shown.pathname + shown.search) return loaderData[id];
    location.assign(request.url);
    return new Promise(() => {});
  };

/** Prevents reloading the page's data after a dropped post (`shouldRevalidate`), because that would be dropped too. */
export const onNetworkFailure: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !isNetworkFailure((actionResult as FormResult | undefined)?.lastResult) && defaultShouldRevalidate;
