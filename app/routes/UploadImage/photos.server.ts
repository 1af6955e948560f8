import { z } from "zod";
import { lateMessage } from "~server/forms/failure";
import { formAction, formError } from "~server/forms/form";
import type { FormInput } from "~server/forms/form-options";
import { messageKey, type Message } from "~server/i18n/message";
import { FORM_DEADLINE_MS, parseObject } from "~server/forms/constants";
import { UPLOAD_ACCEPT_BYTES } from "~server/specification";
import { dropThumbnail } from "~server/identity/photos/thumbnails";
import { type Details, readDetails } from "~server/identity/details";
import { completeDetails, ownerOf, readIdentityDraft, withIdentityDraft } from "~server/identity/draft";
import { requireUnverified } from "~server/identity/eligibility";
import { PHOTO_SLOTS, shownPhotos, takePhotos } from "~server/identity/photos/photos";
import { forgetIdentity, resumedFlow, saveIdentity } from "~server/identity/saved";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import { userInfo } from "~server/upstream/user";
import { authRealname, type RealName } from "~server/upstream/identity";
import { UpstreamRejected, UpstreamUnavailable, within, type UpstreamContext } from "~server/upstream/client";
import { refusalMessage, optionalRead } from "~server/loader/reads";
import { readCountry } from "~server/identity/countries";
import { arrivedProposal } from "~server/identity/proposal";
import type { Locale } from "~server/i18n/locale";
import type { Session } from "~server/session/session";

const noFields = z.object({});
type Input = FormInput<typeof noFields, "required">;

export function detailsFirst(): Response {
  return seeOther("/RealNameInfo", { document: true, toast: { key: "errors.realNameFirst", kind: "alert" } });
}

async function keepPhotos({ files, flow: begun, session, upstreamContext }: Input) {
  const flowSession = await resumedFlow(begun, session);
  const draft = readIdentityDraft(flowSession, session);
  const details = completeDetails(draft);
  if (!draft || !details) return detailsFirst();
  await requireUnverified(upstreamContext);

  const { accepted, faults, unavailable } = await takePhotos(upstreamContext, session, files, draft.photos);
  await saveIdentity(session, { ...draft, photos: accepted });
  const cookies = [await flowCookie(withIdentityDraft(flowSession, session, { ...draft, photos: accepted }))];
  return { flowSession, draft, details, accepted, faults, unavailable, cookies };
}

/** Stores the photos and, once there are three, submits the identity. Photos that were accepted stay accepted. */
export const takeIdentity = formAction({
  purpose: "realNamePhotos",
  session: "required",
  files: { slots: PHOTO_SLOTS, maxBytesEach: UPLOAD_ACCEPT_BYTES },
  schema: () => noFields,
  refuseInterrupted: async (input, { status, messageKey }) => {
    const kept = await keepPhotos(input);
    if (kept instanceof Response) return kept;
    const note = status === 413 ? messageKey : "UploadImage.interrupted";
    return formError({ ...kept.faults }, { status, note, cookies: kept.cookies });
  },
  handle: async (input) => {
    const kept = await keepPhotos(input);
    if (kept instanceof Response) return kept;
    const { flowSession, draft, details, accepted, faults, unavailable, cookies } = kept;
    const { session, upstreamContext } = input;
    const { firstPhoto, secondPhoto, thirdPhoto } = accepted;
    const missing = PHOTO_SLOTS.filter((slot) => !accepted[slot] && !faults[slot]);
    for (const slot of missing) faults[slot] = "UploadImage.photoMissing";
    if (Object.keys(faults).length > 0 || !firstPhoto || !secondPhoto || !thirdPhoto) {
      const note = unavailable ?? (missing.length > 0 ? messageKey("errors.photosMissing") : undefined);
      return formError({ ...faults }, { status: unavailable ? 503 : 422, note, cookies });
    }

    // The deadline starts here, because uploading the photos took its own time.
    const fault = await handIn(within(upstreamContext, FORM_DEADLINE_MS), details, {
      firstPhoto,
      secondPhoto,
      thirdPhoto,
    });
    // The number is a field of the previous step, so its error leads there, with all input and photos.
    if (fault?.message === "errors.idCardExists") {
      const taken = { ...draft, photos: accepted, numberTaken: true };
      return seeOther("/RealNameInfo", {
        document: true,
        cookies: [await flowCookie(withIdentityDraft(flowSession, session, taken))],
      });
    }
    if (fault) return formError(fault.message, { note: fault.note, status: fault.status, cookies });
    const sent = await shownPhotos(session, accepted);
    const toast = sent.some(({ hints }) => hints.length > 0) ? "toasts.realNameHinted" : "toasts.realNameSubmitted";
    await Promise.all([forgetIdentity(session), ...PHOTO_SLOTS.map((slot) => dropThumbnail(session, slot))]);
    return seeOther("/SuccessRealname", {
      document: true,
      cookies: [await flowCookie({ ...flowSession, realName: undefined, realNameSent: ownerOf(session) })],
      toast: { key: toast, kind: "status" },
    });
  },
});

/** Submits the identity; returns the form's error, or undefined on success. Throws SessionExpired. */
async function handIn(
  upstreamContext: UpstreamContext,
  { areaCode, ...details }: Details,
  photos: Pick<RealName, "firstPhoto" | "secondPhoto" | "thirdPhoto">,
): Promise<{ message: Message; note?: Message; status: number } | undefined> {
  try {
    await authRealname(upstreamContext, { ...details, ...photos, countryCode: areaCode });
    return undefined;
  } catch (error) {
    if (error instanceof UpstreamRejected) {
      const { messageKey, upstreamMessage } = error;
      const shown = upstreamMessage && withoutDetails(upstreamMessage, details);
      return { message: refusalMessage({ messageKey, upstreamMessage: shown }), status: 422 };
    }
    if (!(error instanceof UpstreamUnavailable)) throw error;
    if (!error.sent) return { message: "errors.network", status: 503 };
    // The upstream may have it although its response was lost; nothing must then be sent again.
    const user = await optionalRead(userInfo(upstreamContext));
    if (user && user.authLevel !== "unverified") return undefined;
    return { message: lateMessage(error), note: "UploadImage.unknown", status: 503 };
  }
}

/** Removes details from the upstream's message, which may repeat them, because this page must not show them. */
function withoutDetails(message: string, details: Omit<Details, "areaCode">): string {
  const { userName, familyName, name, certificateNumber } = details;
  const personal = [certificateNumber, userName, familyName, name]
    .filter((part) => part !== undefined)
    // Replacing a single Latin letter would damage other words of the message.
    .filter((part) => !/^[\x20-\x7e]$/.test(part))
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return message.replace(new RegExp(personal.join("|"), "giu"), "…");
}

/**
 * Stores details from `?bundle=`, checked like the form's, in the flow or as a proposal for the visitor.
 *
 * @returns 303 to the page without a query, or to the form if a detail is missing
 */
export async function takeBundle(
  request: Request,
  sent: string,
  { locale, flow: flowSession, session }: { locale: Locale; flow: FlowSession; session: Session },
): Promise<Response> {
  const bundle = parseObject(sent);
  const { numberCode, countryCode, areaCode = countryCode } = bundle ?? {};
  const country = await readCountry(locale, JSON.stringify(bundle?.country ?? { numberCode, areaCode }));
  const details = bundle && country ? readDetails(country, bundle) : null;
  if (!details || "wrong" in details) {
    return seeOther("/RealNameInfo", { toast: { key: "errors.realVaild", kind: "alert" } });
  }
  const next = arrivedProposal(request, flowSession, session, details);
  return seeOther("/UploadImage", { cookies: [await flowCookie(next)] });
}
