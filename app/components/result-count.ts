import { useRef } from "react";
import { isNetworkFailure } from "./network-failure";
import { useOccurrence } from "./occurrence";

/**
 * Counts the server's responses to the forms of the page. A form with this as its `key` loses its password or code as
 * soon as it is rejected, not only after the page's data have been loaded again: by then the visitor may be typing.
 *
 * @param response the last response, from `useActionData`; undefined while there is none
 */
export function useResultCount(response: object | undefined): number {
  const last = useRef<object>();
  // A form that never arrived keeps its input.
  if (response && !isNetworkFailure(response)) last.current = response;
  return useOccurrence(last.current);
}
