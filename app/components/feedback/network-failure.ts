import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import type { FormResult } from "~server/forms/form";

/** Results of forms that the network dropped. */
const dropped = new WeakSet();

/** Whether the server did not respond: the form keeps its whole input, passwords and codes included. */
export const isNetworkFailure = (lastResult: unknown): boolean =>
  typeof lastResult === "object" && lastResult !== null && dropped.has(lastResult);

/** Twice as long as the server takes for any form. A line that has died may else be waited for without an end. */
const TIMEOUT_MS = 60_000;

const timeout = () =>
  new Promise<never>((_, fail) => {
    window.setTimeout(fail, TIMEOUT_MS);
  });

/**
 * Sends a form by scripts (`clientAction`). A request that the network or a proxy drops reads as a rejected form: a
 * thrown error would remove the form (behaviour 10.36). It can be sent again: its token returns the first response, if
 * there was one.
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

/** Reads no page again after a post that was dropped (`shouldRevalidate`): that read would be dropped too. */
export const onNetworkFailure: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !isNetworkFailure((actionResult as FormResult | undefined)?.lastResult) && defaultShouldRevalidate;
