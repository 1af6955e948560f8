import { redirect } from "@remix-run/node";

/** A toast is preserved for the page that shows it. */
export const loader = () => redirect("/Index/Home");
