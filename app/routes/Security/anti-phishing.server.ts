import { z } from "zod";
import { formAction, formError } from "~server/forms/form";
import {
  deleteAntiPhishingCode,
  setAntiPhishingCode,
  antiPhishingCodeSchema,
} from "~server/account/anti-phishing-code";
import { seeOther } from "~server/session/redirects";

type Values = Partial<Record<"antiPhishingCode", string>>;

/** Stores the visitor's anti-phishing code, or deletes it with `intent=remove` (behaviour 2.114). */
export const changeAntiPhishingCode = formAction({
  purpose: "antiPhishingCode",
  session: "required",
  schema: ({ intent }): z.ZodType<Values, z.ZodTypeDef, unknown> =>
    intent === "remove" ? z.object({}) : z.object({ antiPhishingCode: antiPhishingCodeSchema }),
  handle: async ({ value: { antiPhishingCode }, session }) => {
    const change =
      antiPhishingCode === undefined ? deleteAntiPhishingCode(session) : setAntiPhishingCode(session, antiPhishingCode);
    const done = await change.then(
      () => true,
      () => false,
    );
    return done ? seeOther("/Security", { document: true }) : formError("Security.notStored", { status: 503 });
  },
});
