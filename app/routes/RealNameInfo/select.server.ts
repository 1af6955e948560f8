import { readCountry } from "~server/identity/countries";
import { arrivedProposal } from "~server/identity/proposal";
import { flowCookie, type FlowSession } from "~server/session/flow-session";
import type { Locale } from "~server/i18n/locale";
import { seeOther } from "~server/session/redirects";
import type { Session } from "~server/session/session";
import { chooseCountry } from "./details.server";

/**
 * Stores the country that an address carries in `?select=` in the flow, checked against the list of countries; or
 * stores it as a proposal for the visitor.
 *
 * @returns 303: to the bare page, or to the choice of a country when there is no such one
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
