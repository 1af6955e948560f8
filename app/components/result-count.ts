import { useRef } from "react";
import { isNetworkFailure } from "./network-failure";
import { useOccurrence } from "./occurrence";

/**
 * Counts the server's answers to the forms of the page. A form with this as its `key` loses its password or code as
 * soon as it is refused, not only after the page's data have been read again: by then the visitor may be typing.
 *
 * @param response the last answer, as `useActionData` gives it; undefined while there is none
 */
export function useResultCount(response: object | undefined): number {
  const last = useRef<object>();
  // A form that never arrived keeps all that was typed.
  if (response && !isNetworkFailure(response)) last.current = response;
  return useOccurrence(last.current);
}
