import { parseObject } from "~server/forms/json";
import { readCountry } from "~server/identity/countries";
import { readDetails } from "~server/identity/details";
import { arrivedProposal } from "~server/identity/proposal";
import { flowCookie, type Flow } from "~server/session/flow";
import type { Locale } from "~server/i18n/locale";
import { seeOther } from "~server/session/redirects";
import type { Session } from "~server/session/session";

/**
 * Takes the details that an address carries in `?bundle=` (behaviour 2.35) into the flow, so that they leave the
 * address at once; or keeps them for the visitor to decide about (behaviour 2.36). Checked like those of the form; its
 * country is an object, or the pair of codes that the platform's call has.
 *
 * @returns 303 to the bare page, or to the form when something of them is missing
 */
export async function takeBundle(
  request: Request,
  sent: string,
  { locale, flow, session }: { locale: Locale; flow: Flow; session: Session },
): Promise<Response> {
  const bundle = parseObject(sent);
  const { numberCode, countryCode, areaCode = countryCode } = bundle ?? {};
  const country = await readCountry(locale, JSON.stringify(bundle?.country ?? { numberCode, areaCode }));
  const details = bundle && country ? readDetails(country, bundle) : null;
  if (!details || "wrong" in details) {
    return seeOther("/RealNameInfo", { toast: { key: "errors.realVaild", kind: "alert" } });
  }
  const next = arrivedProposal(request, flow, session, details);
  return seeOther("/UploadImage", { cookies: [await flowCookie(next)] });
}
