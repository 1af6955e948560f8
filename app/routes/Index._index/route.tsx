import { redirect } from "@remix-run/node";

/** The shell alone shows nothing; Home is its first child (behaviour 2.1). */
export const loader = () => redirect("/Index/Home");
