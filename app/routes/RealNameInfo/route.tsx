import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Icon } from "~/components/Icon";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { REAL_NAME_MAX_LENGTH, REAL_NUMBER_MAX_LENGTH } from "~server/constants";
import { DEFAULT_COUNTRY, readCountry } from "~server/real-name/countries";
import { isMainland } from "~server/real-name/details";
import { enteredBefore } from "~server/real-name/draft";
import { openUnverified } from "~server/real-name/eligibility";
import { caller } from "~server/session/caller";
import { readFlow } from "~server/session/flow";
import { formToken } from "~server/session/forgery";
import { PRIVATE_HEADERS, privateHeaders } from "~server/session/headers";
import { guarded } from "~server/session/session";
import { chooseCountry, takeDetails } from "./details.server";
import { DetailsForm } from "./DetailsForm";
import { answerProposal, isProposalStep, readQuestion } from "./proposal.server";
import { ProposalQuestion } from "./ProposalQuestion";
import { takeSelect } from "./select.server";
import "~/styles/photo.css";

export const headers = privateHeaders;

/** The country to enter details for, and what was typed of them before (spec section 2; screens, row 31). */
export async function loader({ request }: LoaderFunctionArgs) {
  return guarded(request, async (session) => {
    const locale = await getLocale(request);
    const query = new URL(request.url).searchParams;
    const flow = await readFlow(request);
    const select = query.get("select");
    // It came in an address, and leaves it before anything else (rulings).
    if (select !== null) throw await takeSelect(request, select, { locale, flow, session });
    const proposal = await readQuestion(request, { locale, flow, session });
    if (proposal) return proposal;
    const [title, token] = await Promise.all([
      pageTitle(locale, "RealNameInfo.title"),
      formToken(request, "realName"),
      openUnverified(caller(request, session)),
    ]);
    const typed = enteredBefore(flow, session);
    const named = query.get("country") ?? typed[0]?.numberCode ?? DEFAULT_COUNTRY.numberCode;
    const country = await readCountry(locale, named);
    if (country === undefined) throw new Response(null, { status: 503, headers: PRIVATE_HEADERS });
    if (country === null) throw chooseCountry();
    const same = typed.find(({ numberCode }) => numberCode === country.numberCode);
    const limits = { name: REAL_NAME_MAX_LENGTH, number: REAL_NUMBER_MAX_LENGTH };
    return json(
      { step: "details" as const, title, token, country, mainland: isMainland(country), typed: same ?? {}, limits },
      { headers: PRIVATE_HEADERS },
    );
  });
}

/** The details, or the answer to a proposal: a form each. */
export const action = (args: ActionFunctionArgs) =>
  isProposalStep(args.request) ? answerProposal(args) : takeDetails(args);

export default function RealNameInfo() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  if (data.step === "proposal") return <ProposalQuestion {...data} lastResult={lastResult} />;
  const { country } = data;
  return (
    <Screen title={t("RealNameInfo.title")} back={`/RealNameSelect?country=${country.numberCode}`}>
      <p className="soft">{t("RealNameInfo.lead")}</p>
      <div className="card entries">
        <a className="entry" href={`/CountrySelect?country=${country.numberCode}`}>
          <Icon name="globe" />
          <span className="entry-text">
            <span className="entry-note">{t("RealNameInfo.country")}</span>
            <strong>{`${country.name ?? t("RealNameSelect.unitedStates")} +${country.areaCode}`}</strong>
          </span>
          <span>{t("RealNameInfo.change")}</span>
        </a>
      </div>
      <DetailsForm {...data} numberCode={country.numberCode} lastResult={lastResult} />
    </Screen>
  );
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
