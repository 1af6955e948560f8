import { isRouteErrorResponse, useRouteError } from "@remix-run/react";

/**
 * The HTTP status of the error that a boundary shows. What throws in the browser is no page: it is thrown on, to
 * `entry.client`, which puts the server's page back (behaviour 10.34).
 *
 * @throws unknown in the browser, what is no answer of the server
 */
export function useTroubleStatus(): number {
  const error = useRouteError();
  if (isRouteErrorResponse(error)) return error.status;
  if (typeof document === "object") throw error;
  return 500;
}
