import { parseObject } from "~server/forms/constants";
import { readCountry } from "~server/identity/countries";
import { readDetails } from "~server/identity/details";
import { arrivedProposal } from "~server/identity/proposal";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import type { Locale } from "~server/i18n/locale";
import { seeOther } from "~server/session/redirects";
import type { Session } from "~server/session/session";

/**
 * Stores details from `?bundle=` in the flow, so that they leave the address immediately, or as a proposal for the
 * visitor. They are checked like those of the form; their country is an object, or the pair of codes of the upstream's
 * call.
 *
 * @returns 303 to the bare page, or to the form when a detail is missing
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
