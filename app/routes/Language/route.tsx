import { json } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { Trouble } from "~/components/Trouble";
import { isMessageOf, readMessage, useText } from "~/i18n/text";
import { formAction } from "~server/action/form";
import { LANGUAGE_SWITCHES } from "~server/constants";
import { localeCookie, LOCALES } from "~server/locale";
import { safePath, seeOther } from "~server/session/redirects";

/** There is no page here. A redirect would also replace the page that answers a refused switch. */
export const loader = () => json(null, { status: 404 });

/** Keeps the chosen language in `ulan` and returns to the page that asked (behaviour 1.16). */
export const action = formAction({
  purpose: "locale",
  open: true,
  lasting: true,
  limit: LANGUAGE_SWITCHES,
  schema: () => z.object({ locale: z.enum(LOCALES), redirectTo: z.string().max(2048).default("/Index/Home") }),
  handle: async ({ value }) =>
    seeOther(safePath(value.redirectTo, "/Index/Home"), {
      document: true,
      cookies: [localeCookie(value.locale)],
    }),
});

/** Shown when the switch is refused; a limit says when it ends. */
export default function Language() {
  const t = useText();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const limited = lastResult?.error?.[""]?.find((message) => isMessageOf("errors.tooMany", message));
  if (limited === undefined) return <Trouble status={lastResult ? 403 : 404} />;
  return <Trouble status={429} told={readMessage(t, limited)} />;
}
