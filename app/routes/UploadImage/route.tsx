import { useActionData, useLoaderData, Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import type { Handle } from "~/components/layout/handle";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { acceptedPhotos, deviceOf } from "~server/device/device";
import { UPLOAD_ACCEPT_BYTES } from "~server/specification";
import { pageData, privateLoader } from "~server/loader/loader";
import { HINT_BELOW } from "~server/identity/photos/hints";
import { identityOwner } from "~server/identity/details";
import { completeDetails, readIdentityDraft } from "~server/identity/draft";
import { requireUnverified } from "~server/identity/eligibility";
import { resumedFlow } from "~server/identity/saved";
import { shownPhotos, type ShownPhoto } from "~server/identity/photos/photos";
import { readProposal } from "~server/identity/proposal";
import { formToken } from "~server/session/csrf";
import { seeOther } from "~server/session/redirects";
import { readResult } from "~server/loader/reads";
import { detailsFirst, takeBundle, takeIdentity } from "./photos.server";
import "./photos.css";
import { MenuItem } from "~/components/layout/MenuItem";
import { useEffect, useState } from "react";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { PhotoField } from "./PhotoField";
import { holdFaulty, type PhotoLimits } from "./prepare";

/** With scripts, photos are scaled down before sending. */
export const handle: Handle = { hydrate: true, i18n: ["UploadImage"] };

export const loader = privateLoader(async ({ requestContext, locale, session, upstreamContext, request, query }) => {
  const flowSession = await resumedFlow(await requestContext.flowSession(), session);
  const bundle = query.get("bundle");
  // Personal data must leave the address before anything else happens.
  if (bundle !== null) throw await takeBundle(request, bundle, { locale, flow: flowSession, session });
  if (readProposal(flowSession, session)) throw seeOther("/RealNameInfo?step=proposal", { document: true });
  const [token, { value: user, failure }] = await Promise.all([
    formToken(requestContext, "realNamePhotos"),
    readResult(requireUnverified(upstreamContext)),
  ]);
  if (!user) return pageData({ whose: null, failure }, { complete: false });
  const draft = readIdentityDraft(flowSession, session);
  const details = completeDetails(draft);
  if (!details) throw detailsFirst();
  const photos = await shownPhotos(session, draft?.photos);
  const userAgent = request.headers.get("User-Agent");
  return pageData({
    token,
    whose: identityOwner(details),
    photos,
    isInApp: deviceOf(userAgent).inApp,
    accept: acceptedPhotos(userAgent),
    limits: { maxBytes: UPLOAD_ACCEPT_BYTES, hintBelow: HINT_BELOW },
  });
});

export const action = takeIdentity;

export default function UploadImage() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  if (!data.whose) {
    return (
      <AccountScreen title={t("UploadImage.title")} back="/RealNameInfo">
        {/* The result of a sent form is shown even if the form cannot be shown. */}
        <ErrorSummary {...readSubmission("photos", lastResult, {})} labels={{}} />
        <Unavailable title={t("UploadImage.unavailable")} failure={data.failure} />
      </AccountScreen>
    );
  }
  const { whose, isInApp, ...form } = data;
  return (
    <AccountScreen title={t("UploadImage.title")} back="/RealNameInfo">
      <div>
        <p className="soft small">{t("common.stepOfThree", { step: 3 })}</p>
        <p className="soft">{t("UploadImage.lead")}</p>
        {/* Some apps have no file picker, so a press on the field does nothing. */}
        {isInApp ? <p className="soft">{t("UploadImage.inApp")}</p> : null}
      </div>
      <div className="card entries">
        <MenuItem
          href="/RealNameInfo"
          note={t("UploadImage.whoseNumber", { number: whose.number })}
          end={<span className="entry-action">{t("UploadImage.change")}</span>}
        >
          <span className="block soft small">{t("UploadImage.whose")}</span> <strong>{whose.name}</strong>
        </MenuItem>
      </div>
      <PhotosForm key={form.token} {...form} lastResult={lastResult} />
    </AccountScreen>
  );
}

function PhotosForm({
  token,
  photos,
  accept,
  limits,
  lastResult,
}: FormProps & { photos: ShownPhoto[]; accept: string; limits: PhotoLimits }) {
  const t = useText();
  const sending = useSending();
  const { formErrors, fields } = readSubmission("photos", lastResult, {
    firstPhoto: "",
    secondPhoto: "",
    thirdPhoto: "",
  });
  const labels = {
    firstPhoto: t("UploadImage.firstPhoto"),
    secondPhoto: t("UploadImage.secondPhoto"),
    thirdPhoto: t("UploadImage.thirdPhoto"),
  };
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="form"
      noValidate
      // The form loads a document, so that the browser shows the progress of the upload.
      reloadDocument
      onSubmit={(event) => {
        holdFaulty(event, limits);
        if (!event.defaultPrevented) sending.begin();
      }}
    >
      <ErrorSummary {...{ formErrors, fields, labels }} />
      <SecurityInfo token={token} />
      {photos.map((photo) => (
        <PhotoField key={photo.slot} photo={photo} accept={accept} limits={limits} {...fields[photo.slot]} />
      ))}
      <SubmitButton>{t("UploadImage.submit")}</SubmitButton>
      {sending.busy ? (
        <p role="status">
          <progress aria-label={t("UploadImage.sending")} /> {t("UploadImage.sending")}
        </p>
      ) : null}
    </Form>
  );
}

function useSending(): { busy: boolean; begin: () => void } {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const back = () => setBusy(false);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);
  return { busy, begin: () => setBusy(true) };
}
