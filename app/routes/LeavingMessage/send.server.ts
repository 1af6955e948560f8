import { unavailableError } from "~server/forms/failure";
import { formAction, formError } from "~server/forms/form";
import { refuseForNow } from "~server/forms/refusal";
import { LIMITS } from "~server/limits";
import { flowCookie } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import { limit } from "~server/store/rate-limit";
import { leaveMessage } from "~server/upstream/site";
import { ENQUIRY_DRAFT, enquirySchema } from "./fields.server";
import { enquiryUrl, readPurpose } from "./purpose.server";

/** Sends an enquiry: the social handle with its type and "-", the number with "+", the area code and "-". */
export const sendEnquiry = formAction({
  purpose: "enquiry",
  ownLanguageButton: true,
  draftFields: ENQUIRY_DRAFT,
  limit: { ...LIMITS["form:enquiry"], account: (form) => form.get("email") },
  schema: ({ form, requestContext }) => enquirySchema(form, requestContext.locale),
  // The visitor cannot check if the enquiry arrived, so the message warns that a second try may send it twice.
  unavailable: (error) => Promise.resolve(unavailableError(error, "LeavingMessage.unknown")),
  handle: async ({ value, upstreamContext, session, flow: flowSession, request, requestContext }) => {
    const purpose = readPurpose(request);
    // The flow, not the address, proves that it was sent. A reload or a later visit shows the confirmation again.
    const cookies = [await flowCookie({ ...flowSession, enquiry: { sentAtMs: Date.now() } })];
    const sent = seeOther(purpose.sentPath, { cookies });
    // A bot or a password manager filled it in. The form returns without the field, so a person can send it again.
    if (value.subject) return formError("LeavingMessage.hiddenFilled");
    // This limit counts all enquiries, whatever the e-mail. It comes late, so that rejected fields do not count.
    const { allowed, retryAfterMs } = await limit("enquiries", requestContext.address, LIMITS.enquiries);
    if (!allowed) return refuseForNow(LIMITS.enquiries.message, Math.ceil(retryAfterMs / 1000));
    await leaveMessage(session ? { ...upstreamContext, token: session.token } : upstreamContext, {
      name: value.name,
      tel: `+${value.areaCode}-${value.tel}`,
      email: value.email,
      social: `${value.socialType}-${value.socialAccount}`,
      message: value.message,
      url: enquiryUrl(purpose),
    });
    // A browser that refuses cookies would lose the confirmation, and the visitor would send the form again.
    return request.headers.has("cookie") ? sent : formError({}, { status: 200, extra: { isSent: true } });
  },
});
