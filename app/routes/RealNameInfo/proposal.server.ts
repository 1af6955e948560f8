import type { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { getText } from "~server/texts/text";
import { formAction, formError } from "~server/forms/form";
import { pageData, type PrivateVisit } from "~server/loader/loader";
import { readCountry } from "~server/identity/countries";
import { identityOwner, type IdentityOwner } from "~server/identity/details";
import { completeDetails, enteredBefore, readIdentityDraft } from "~server/identity/draft";
import { requireUnverified } from "~server/identity/eligibility";
import { proposalMark, readProposal, takeProposal, withoutProposal, arrivedProposal } from "~server/identity/proposal";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import { formToken } from "~server/session/csrf";
import type { Locale } from "~server/i18n/locale";
import { seeOther } from "~server/session/redirects";
import type { Session } from "~server/session/session";
import { chooseCountry } from "./details.server";

const STEP = "/RealNameInfo?step=proposal";
const PURPOSE = "realNameProposal";

export function isProposalStep(request: Request): boolean {
  return new URL(request.url).searchParams.get("step") === "proposal";
}

/** Details to show. Without a name there is only a country. */
export interface ShownDetails extends Partial<IdentityOwner> {
  country: { areaCode: string; name?: string | undefined };
}

/**
 * Reads the question about a proposal, which comes before anything else; null if nothing is proposed.
 *
 * @throws Response 303 to the question, or away from one that has been answered
 */
export async function readQuestion(
  { requestContext, locale, session, upstreamContext, request }: PrivateVisit,
  flowSession: FlowSession,
) {
  const proposal = readProposal(flowSession, session);
  if (!proposal && !isProposalStep(request)) return null;
  if (!proposal) throw seeOther("/RealNameInfo");
  if (!isProposalStep(request)) throw seeOther(STEP);
  const [entered] = enteredBefore(flowSession, session);
  const [token, proposed, own] = await Promise.all([
    formToken(requestContext, PURPOSE),
    shown(locale, proposal),
    entered ? shown(locale, entered) : null,
    requireUnverified(upstreamContext),
  ]);
  const photos = Object.keys(readIdentityDraft(flowSession, session)?.photos ?? {}).length > 0;
  const title = getText(locale)("RealNameInfo.proposalTitle");
  return pageData({ step: "proposal" as const, title, token, mark: proposalMark(proposal), proposed, own, photos });
}

type Part = "areaCode" | "numberCode" | "userName" | "familyName" | "name" | "certificateNumber";

async function shown(locale: Locale, details: Partial<Record<Part, string | undefined>>): Promise<ShownDetails> {
  const { areaCode, numberCode, userName, familyName, name, certificateNumber } = details;
  const known = numberCode === undefined ? null : await readCountry(locale, numberCode);
  const country = known ?? { areaCode: areaCode ?? "" };
  if (!userName && !familyName && !name && !certificateNumber) return { country };
  const whose = identityOwner({ userName, familyName, name, certificateNumber: certificateNumber ?? "" });
  return { country, name: whose.name, ...(certificateNumber ? { number: whose.number } : {}) };
}

export type Question = NonNullable<ReturnType<typeof useLoaderData<typeof readQuestion>>>["data"];

export const decideProposal = formAction({
  purpose: PURPOSE,
  session: "required",
  schema: () => z.object({ mark: z.string() }),
  handle: async ({ value, intent, upstreamContext, session, flow: flowSession }) => {
    await requireUnverified(upstreamContext);
    const proposal = readProposal(flowSession, session);
    // The visitor may have opened another link since the question was shown.
    if (proposal && value.mark !== proposalMark(proposal)) return formError("errors.formExpired");
    const next =
      proposal && intent === "take" ? takeProposal(flowSession, session, proposal) : withoutProposal(flowSession);
    const toPhotos = proposal?.certificateNumber !== undefined && completeDetails(readIdentityDraft(next, session));
    return seeOther(toPhotos ? "/UploadImage" : "/RealNameInfo", {
      document: true,
      cookies: [await flowCookie(next)],
    });
  },
});

/**
 * Stores the listed country of `?select=` in the flow, or as a proposal for the visitor.
 *
 * @returns 303 to the page without a query, or to the choice of a country if there is no such country
 */
export async function takeSelect(
  request: Request,
  sent: string,
  { locale, flow: flowSession, session }: { locale: Locale; flow: FlowSession; session: Session },
): Promise<Response> {
  const country = await readCountry(locale, sent);
  if (country === null) return chooseCountry();
  const { areaCode, numberCode } = country;
  const next = arrivedProposal(request, flowSession, session, { areaCode, numberCode });
  return seeOther("/RealNameInfo", { cookies: [await flowCookie(next)] });
}
