import { json } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { Trouble } from "~/components/Trouble";
import { formAction } from "~server/action";
import { localeCookie, LOCALES } from "~server/session/locale";
import { safePath, seeOther } from "~server/session/redirects";

/** No page of its own. A loader that led away would also lead away from the answer to a refused switch. */
export const loader = () => json(null, { status: 404 });

/** Keeps the chosen language in `ulan` and returns to the page that asked (rulings, "Language"). */
export const action = formAction({
  purpose: "locale",
  open: true,
  schema: () => z.object({ locale: z.enum(LOCALES), redirectTo: z.string().max(2048).default("/Index/Home") }),
  handle: async ({ value }) =>
    seeOther(safePath(value.redirectTo, "/Index/Home"), {
      document: true,
      cookies: [localeCookie(value.locale)],
    }),
});

/** Shown when the switch is refused. */
export default function Language() {
  return <Trouble status={useActionData<typeof action>() ? 403 : 404} />;
}
