import { isRouteErrorResponse, useRouteError } from "@remix-run/react";

/**
 * The HTTP status of the error that a boundary shows, and the message of the failed read behind a 503. An error thrown
 * in the browser is no page: it is rethrown to `entry.client`, which puts the server's page back (behaviour 10.34).
 *
 * @throws unknown in the browser, what is no response of the server
 */
export function useErrorStatus(): { status: number; failure?: string | undefined } {
  const error = useRouteError();
  if (isRouteErrorResponse(error)) {
    return { status: error.status, ...(error.data as { failure?: string } | null) };
  }
  if (typeof document === "object") throw error;
  return { status: 500 };
}
