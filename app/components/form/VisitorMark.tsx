import { useRouteLoaderData } from "@remix-run/react";
import type { RootData } from "~/root-data.server";

/**
 * The first field of a form in which somebody types about themselves (behaviour 10.50). Back fills in such a form again
 * where its address and the names of its first two fields are the same (Chromium, Safari). The name of this one belongs
 * to the session, so nobody sees what another visitor has typed in this tab. It is never sent: it is disabled.
 */
export function VisitorMark() {
  const visitor = useRouteLoaderData<RootData>("root")?.visitor;
  return visitor ? <input type="hidden" name={visitor} disabled /> : null;
}
