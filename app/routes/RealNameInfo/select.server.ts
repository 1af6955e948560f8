import { readCountry } from "~server/real-name/countries";
import { readRealName, withRealName } from "~server/real-name/draft";
import { flashCookie } from "~server/session/flash";
import { flowCookie, type Flow } from "~server/session/flow";
import type { Locale } from "~server/session/locale";
import { seeOther } from "~server/session/redirects";
import type { Session } from "~server/session/session";
import { chooseCountry } from "./details.server";

/**
 * Takes the country that an address carries (`?select=`, spec section 2) into the flow, checked against the platform's list (rulings).
 *
 * @returns 303: to the bare page, or to the choice of a country when there is no such one
 */
export async function takeSelect(
  sent: string,
  { locale, flow, session }: { locale: Locale; flow: Flow; session: Session },
): Promise<Response> {
  const country = await readCountry(locale, sent);
  if (country === null) return chooseCountry();
  if (!country) return seeOther("/RealNameInfo", { cookies: [flashCookie({ key: "errors.network", kind: "alert" })] });
  const { areaCode, numberCode } = country;
  const own = readRealName(flow, session);
  const kept = own?.numberCode === numberCode ? own : undefined;
  return seeOther("/RealNameInfo", {
    cookies: [await flowCookie(withRealName(flow, session, { ...kept, areaCode, numberCode }))],
  });
}
