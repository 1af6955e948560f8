import { redirect } from "@remix-run/node";

/** Redirects to Home, which then shows a pending toast. */
export const loader = () => redirect("/Index/Home");
