import { useRouteLoaderData } from "@remix-run/react";
import type { RootData } from "~/root-data.server";

/** Prevents Chromium and Safari from refilling a form with another visitor's input on Back (behaviour 10.50). */
export function VisitorMark() {
  const visitor = useRouteLoaderData<RootData>("root")?.visitor;
  return visitor ? <input type="hidden" name={visitor} disabled /> : null;
}
