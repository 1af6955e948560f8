import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MenuItem } from "~/components/layout/MenuItem";
import { GLOBE } from "~/components/layout/page-icons";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { getText } from "~server/texts/text";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { DEFAULT_COUNTRY, readCountry } from "~server/identity/countries";
import { isMainland } from "~server/identity/details";
import { enteredBefore, readIdentityDraft } from "~server/identity/draft";
import { requireUnverified } from "~server/identity/eligibility";
import { resumedFlow } from "~server/identity/saved";
import { formToken } from "~server/session/csrf";
import { readResult } from "~server/loader/reads";
import { chooseCountry, takeDetails } from "./details.server";
import { DetailsForm } from "./DetailsForm";
import { decideProposal, isProposalStep, readQuestion, takeSelect } from "./proposal.server";
import { ProposalQuestion } from "./ProposalQuestion";
import "../../styles/check.css";

export const loader = privateLoader(async (visit) => {
  const { requestContext, locale, session, upstreamContext, request, query } = visit;
  const flowSession = await resumedFlow(await requestContext.flowSession(), session);
  const select = query.get("select");
  // Personal data must leave the address before anything else happens (behaviour 2.35).
  if (select !== null) throw await takeSelect(request, select, { locale, flow: flowSession, session });
  const proposal = await readQuestion(visit, flowSession);
  if (proposal) return proposal;
  const [token, { value: user, failure }] = await Promise.all([
    formToken(requestContext, "realName"),
    readResult(requireUnverified(upstreamContext)),
  ]);
  const typed = enteredBefore(flowSession, session);
  const named = query.get("country") ?? typed[0]?.numberCode ?? DEFAULT_COUNTRY.numberCode;
  const country = await readCountry(locale, named);
  const t = getText(locale);
  // This is returned and not thrown: an error response would lose its cookies, which contain the input.
  if (!user) {
    return pageData({ step: "unavailable" as const, title: t("RealNameInfo.title"), failure }, { complete: false });
  }
  if (country === null) throw chooseCountry();
  const same = typed.find(({ numberCode }) => numberCode === country.numberCode);
  const numberTaken =
    readIdentityDraft(flowSession, session)?.numberTaken === true && same?.numberCode === typed[0]?.numberCode;
  const title = `${numberTaken ? t("common.errorPrefix") : ""}${t("RealNameInfo.title")}`;
  return pageData({
    step: "details" as const,
    title,
    token,
    country,
    mainland: isMainland(country),
    typed: same ?? {},
    numberTaken,
  });
});

export const action = (args: ActionFunctionArgs) =>
  isProposalStep(args.request) ? decideProposal(args) : takeDetails(args);

export default function RealNameInfo() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  if (data.step === "proposal") return <ProposalQuestion {...data} lastResult={lastResult} />;
  if (data.step === "unavailable") {
    return (
      <AccountScreen title={t("RealNameInfo.title")} back="/RealNameSelect">
        {/* The result of a sent form is shown even if the form cannot be shown. */}
        <ErrorSummary {...readSubmission("details", lastResult, {})} labels={{}} />
        <Unavailable title={t("RealNameInfo.unavailable")} failure={data.failure} />
      </AccountScreen>
    );
  }
  const { country } = data;
  return (
    <AccountScreen
      title={t("RealNameInfo.title")}
      back={`/RealNameSelect?country=${country.numberCode}`}
      languageInForm
    >
      <div>
        <p className="soft small">{t("common.stepOfThree", { step: 2 })}</p>
        <p className="soft">{t("RealNameInfo.lead")}</p>
      </div>
      <div className="card entries">
        <MenuItem
          icon={GLOBE}
          href={`/CountrySelect?country=${country.numberCode}`}
          end={<span className="entry-action">{t("RealNameInfo.change")}</span>}
        >
          <span className="block soft small">{t("RealNameSelect.country")}</span>{" "}
          <strong>{country.name ?? t("RealNameSelect.unitedStates")}</strong>{" "}
          <span className="soft">{`+${country.areaCode}`}</span>
        </MenuItem>
      </div>
      <DetailsForm {...data} numberCode={country.numberCode} lastResult={lastResult} />
    </AccountScreen>
  );
}
