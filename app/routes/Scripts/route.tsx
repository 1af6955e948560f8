import { json } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { ErrorPage } from "~/components/feedback/ErrorPage";
import { formAction } from "~server/forms/form";
import { LIMITS } from "~server/limits";
import { scriptsOnCookie } from "~server/documents/scripts-choice";
import { safePath, seeOther } from "~server/session/redirects";

/** This route renders nothing: a redirect would also replace the page after a rejected form. */
export const loader = () => json(null, { status: 404 });

export const action = formAction({
  purpose: "locale",
  open: true,
  neverExpires: true,
  isIdempotent: true,
  limit: LIMITS["form:locale"],
  schema: () => z.object({ redirectTo: z.string().max(2048).default("/Index/Home") }),
  handle: async ({ value }) => seeOther(safePath(value.redirectTo, "/Index/Home"), { cookies: [scriptsOnCookie()] }),
});

export default function Scripts() {
  const rejected = useActionData<typeof action>() !== undefined;
  return <ErrorPage status={rejected ? 403 : 404} />;
}
