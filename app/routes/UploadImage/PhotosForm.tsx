import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission, type FormProps } from "~/components/form/form-result";
import { SecurityInfo } from "~/components/form/SecurityInfo";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";
import type { ShownPhoto } from "~server/identity/photos/photos";
import { PhotoField } from "./PhotoField";
import { holdFaulty, type PhotoLimits } from "./prepare";

/** One multipart form with the three slots; the button submits everything. */
export function PhotosForm({
  token,
  photos,
  limits,
  lastResult,
}: FormProps & { photos: ShownPhoto[]; limits: PhotoLimits }) {
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
      // A document load, so that the browser shows the progress of the upload.
      reloadDocument
      onSubmit={(event) => {
        holdFaulty(event, limits);
        if (!event.defaultPrevented) sending.begin();
      }}
    >
      <ErrorSummary {...{ formErrors, fields, labels }} />
      <SecurityInfo token={token} />
      {photos.map((photo) => (
        <PhotoField key={photo.slot} photo={photo} limits={limits} {...fields[photo.slot]} />
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

/** True while the form is being sent; false again if the visitor returns to this page. */
function useSending(): { busy: boolean; begin: () => void } {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const back = () => setBusy(false);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);
  return { busy, begin: () => setBusy(true) };
}
