import { json } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { ErrorPage } from "~/components/ErrorPage";
import { formAction } from "~server/forms/form";
import { LANGUAGE_SWITCHES } from "~server/forms/language";
import { scriptsOnCookie } from "~server/documents/scripts-choice";
import { safePath, seeOther } from "~server/session/redirects";

/** There is no page here. A redirect would also replace the page that answers a refused form. */
export const loader = () => json(null, { status: 404 });

/** Gives a browser its scripts again and returns to the page that asked (behaviour 10.34). */
export const action = formAction({
  purpose: "locale",
  open: true,
  lasting: true,
  limit: LANGUAGE_SWITCHES,
  schema: () => z.object({ redirectTo: z.string().max(2048).default("/Index/Home") }),
  handle: async ({ value }) => seeOther(safePath(value.redirectTo, "/Index/Home"), { cookies: [scriptsOnCookie()] }),
});

/** Shown when the form is refused. */
export default function Scripts() {
  const refused = useActionData<typeof action>() !== undefined;
  return <ErrorPage status={refused ? 403 : 404} />;
}
