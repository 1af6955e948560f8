import { isRouteErrorResponse, useRouteError } from "@remix-run/react";

/**
 * The HTTP status of the error that a boundary shows, and the message of the failed read behind a 503. What throws in
 * the browser is no page: it is thrown on, to `entry.client`, which puts the server's page back (behaviour 10.34).
 *
 * @throws unknown in the browser, what is no answer of the server
 */
export function useErrorStatus(): { status: number; failure?: string | undefined } {
  const error = useRouteError();
  if (isRouteErrorResponse(error)) {
    return { status: error.status, ...(error.data as { failure?: string } | null) };
  }
  if (typeof document === "object") throw error;
  return { status: 500 };
}
