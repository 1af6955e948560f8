import { redirect } from "@remix-run/node";

/** `/` leads to Home (behaviour 2.1). A toast is kept for the page that shows it. */
export const loader = () => redirect("/Index/Home");
