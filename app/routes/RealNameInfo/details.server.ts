import { z } from "zod";
import { formAction, formError } from "~server/forms/form";
import { message, messageKey } from "~server/i18n/message";
import { readCountry } from "~server/identity/countries";
import { DETAILS_DRAFT, readDetails, type DetailField } from "~server/identity/details";
import { readIdentityDraft, withIdentityDraft } from "~server/identity/draft";
import { requireUnverified } from "~server/identity/eligibility";
import { resumedFlow, saveIdentity } from "~server/identity/saved";
import { flowCookie } from "~server/session/flow-session";
import { trimmed } from "~server/search-words";
import { seeOther } from "~server/session/redirects";

const optional = z.string().optional();

/** Stores an identity's details in the flow, never in an address; the upstream gets them only with the photos. */
export const takeDetails = formAction({
  purpose: "realName",
  ownLanguageButton: true,
  draftFields: DETAILS_DRAFT,
  // If the upstream does not identify the visitor, the form cannot be shown again, so the draft preserves the input.
  savesDraftOnError: true,
  session: "required",
  // The country decides which fields are required, and the upstream's list must confirm it first.
  schema: () =>
    z.object({
      numberCode: z.string({ required_error: messageKey("errors.countryUnknown") }),
      userName: optional,
      familyName: optional,
      name: optional,
      certificateType: optional,
      certificateNumber: optional,
    }),
  handle: async ({ value, typed, upstreamContext, session, flow: begun }) => {
    const flowSession = await resumedFlow(begun, session);
    const country = await readCountry(upstreamContext.locale, value.numberCode);
    await requireUnverified(upstreamContext).catch(async (error: unknown) => {
      // The session has ended or its state is unknown, so the input is saved as it is.
      const { certificateType: type, ...entered } = typed;
      const certificateType = /^[1-4]$/.test(type ?? "") ? Number(type) : undefined;
      if (country && !(error instanceof Response)) {
        const { areaCode, numberCode } = country;
        await saveIdentity(session, { ...entered, areaCode, numberCode, certificateType });
      }
      throw error;
    });
    if (country === null) return chooseCountry();
    const details = readDetails(country, value);
    if ("wrong" in details) {
      const { wrong, tooLong } = details;
      const errorOf = (field: DetailField) => {
        const max = tooLong[field];
        if (max) return message("errors.tooLong", { max });
        return messageKey(trimmed(value[field] ?? "") ? "errors.invalid" : "RealNameInfo.blank");
      };
      const errors = Object.fromEntries(wrong.map((field) => [field, errorOf(field)]));
      return formError(errors, {
        note: wrong.every((field) => tooLong[field]) ? undefined : messageKey("errors.realVaild"),
      });
    }
    const before = readIdentityDraft(flowSession, session);
    // Photos of another document do not belong to this one.
    const same = before?.numberCode === details.numberCode && before.certificateType === details.certificateType;
    const photos = same ? before.photos : undefined;
    await saveIdentity(session, { ...details, photos });
    return seeOther("/UploadImage", {
      document: true,
      cookies: [await flowCookie(withIdentityDraft(flowSession, session, { ...details, photos }))],
    });
  },
});

export function chooseCountry(): Response {
  return seeOther("/RealNameSelect", { toast: { key: "errors.countryUnknown", kind: "alert" } });
}
