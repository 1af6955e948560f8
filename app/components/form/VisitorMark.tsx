import { useRouteLoaderData } from "@remix-run/react";
import type { RootData } from "~/root-data.server";

/**
 * The first field of a form about a person (behaviour 10.50). Chromium and Safari refill a form on Back if its address
 * and the names of its first two fields match. This field's name belongs to the session, so no visitor sees the input
 * of another one in this tab. It is disabled, so it is never sent.
 */
export function VisitorMark() {
  const visitor = useRouteLoaderData<RootData>("root")?.visitor;
  return visitor ? <input type="hidden" name={visitor} disabled /> : null;
}
