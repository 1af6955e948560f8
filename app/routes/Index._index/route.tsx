import { redirect } from "@remix-run/node";

/** The shell alone shows nothing; Home is its first child. */
export const loader = () => redirect("/Index/Home");
