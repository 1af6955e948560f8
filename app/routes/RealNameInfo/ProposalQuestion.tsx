import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { Screen } from "~/components/layout/Screen";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";
import type { Question, ShownDetails } from "./proposal.server";

export function ProposalQuestion({
  token,
  mark,
  proposed,
  own,
  photos,
  lastResult,
}: Question & { lastResult?: FormResult["lastResult"] | undefined }) {
  const t = useText();
  return (
    <Screen title={t("RealNameInfo.proposalTitle")} back="/UserCenter">
      <ErrorSummary {...readSubmission("proposal", lastResult, {})} labels={{}} />
      <p>{t(own ? "RealNameInfo.proposalLead" : "RealNameInfo.proposalLeadNew")}</p>
      <p className="note">{t("RealNameInfo.proposalWarning")}</p>
      {own ? <DetailsCard title={t("RealNameInfo.proposalOwn")} details={own} /> : null}
      <DetailsCard title={t("RealNameInfo.proposalLink")} details={proposed} />
      {photos ? <p className="soft">{t("RealNameInfo.proposalPhotos")}</p> : null}
      <Form method="post" action="/RealNameInfo?step=proposal" className="actions stack" noValidate>
        <FormToken value={token} />
        <input type="hidden" name="mark" value={mark} />
        <SubmitButton intent="keep">
          {t(own ? "RealNameInfo.proposalKeep" : "RealNameInfo.proposalKeepNone")}
        </SubmitButton>
        <SubmitButton intent="take" quiet>
          {t("RealNameInfo.proposalTake")}
        </SubmitButton>
      </Form>
    </Screen>
  );
}

/** Shows details in three lines, so that both cards and the first button fit the first screen of a small phone. */
function DetailsCard({ title, details }: { title: string; details: ShownDetails }) {
  const t = useText();
  const { country, name, number } = details;
  const place = `${country.name ?? ""} +${country.areaCode}`.trim();
  return (
    <div className="card">
      <p className="soft small">{title}</p>
      <p>
        <strong>{name === undefined ? place : name || t("common.missing")}</strong>
      </p>
      {name === undefined ? null : (
        <p className="soft small">
          {place}
          {number === undefined ? null : (
            <>
              <br />
              <span>{t("UploadImage.whoseNumber", { number })}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}
