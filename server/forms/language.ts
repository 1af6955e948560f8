import { overLimit } from "~server/forms/over-limit";
import type { FormError } from "~server/forms/refusal";
import { localeCookie, LOCALES } from "~server/i18n/locale";
import { LIMITS } from "~server/limits";
import { flowCookie, withTyped } from "~server/session/flow-session";
import { pagePath } from "~server/session/guard";
import { safePath, seeOther } from "~server/session/redirects";
import { accountOf } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";

export const LANGUAGE_INTENT = /^language(?:-(.*))?$/;

/** Stores the typed values, valid or not, in the flow and shows the page again; never expires, so nothing is lost. */
export async function switchLanguage(
  form: FormData,
  {
    requestContext,
    request,
    purpose,
    values,
  }: { requestContext: RequestContext; request: Request; purpose: string; values: Record<string, string> },
): Promise<Response | FormError> {
  const [session, flowSession] = await Promise.all([requestContext.session(), requestContext.flowSession()]);
  const poster = { session, flow: flowSession, address: requestContext.address };
  const limited = await overLimit({ purpose: "locale", limit: LIMITS["form:locale"] }, form, poster);
  if (limited) return limited;
  const [, named] = LANGUAGE_INTENT.exec(String(form.get("intent"))) ?? [];
  const locale = LOCALES.find((known) => known === named) ?? LOCALES.find((known) => known !== requestContext.locale);
  const account = await accountOf(request, session);
  const typed = withTyped(flowSession, { purpose, values, account });
  // Without scripts the page opens at the button. Scripts would only scroll if the URL differed by a fragment alone.
  const anchor = new URL(request.url).searchParams.has("_data") ? "" : "#language";
  return seeOther(safePath(form.get("redirectTo"), pagePath(request)) + anchor, {
    document: true,
    cookies: [localeCookie(locale ?? requestContext.locale), await flowCookie(typed)],
  });
}
