import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Handle } from "~/components/handle";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import type { FormAnswer } from "~server/action";
import { whoseDetails } from "~server/real-name/details";
import { completeDetails, readRealName } from "~server/real-name/draft";
import { openUnverified } from "~server/real-name/eligibility";
import { shownPhotos } from "~server/real-name/photos";
import { readProposal } from "~server/real-name/proposal";
import { caller } from "~server/session/caller";
import { readFlow } from "~server/session/flow";
import { formToken } from "~server/session/forgery";
import { PRIVATE_HEADERS, privateHeaders } from "~server/session/headers";
import { seeOther } from "~server/session/redirects";
import { guarded } from "~server/session/session";
import { takeBundle } from "./bundle.server";
import { detailsFirst, takeIdentity } from "./photos.server";
import { PhotosForm } from "./PhotosForm";
import { WhosePhotos } from "./WhosePhotos";
import "~/styles/photo.css";

/** Photos are made smaller before they travel, where scripts run (screens, row 19). */
export const handle: Handle = { hydrate: true, i18n: ["UploadImage"] };

export const headers = privateHeaders;

/** The three slots, with what the platform has of them already (spec section 2). */
export async function loader({ request }: LoaderFunctionArgs) {
  return guarded(request, async (session) => {
    const locale = await getLocale(request);
    const flow = await readFlow(request);
    const bundle = new URL(request.url).searchParams.get("bundle");
    // It came in an address, and leaves it before anything else (rulings).
    if (bundle !== null) throw await takeBundle(request, bundle, { locale, flow, session });
    if (readProposal(flow, session)) throw seeOther("/RealNameInfo?step=proposal", { document: true });
    const [title, token] = await Promise.all([
      pageTitle(locale, "UploadImage.title"),
      formToken(request, "realNamePhotos"),
      openUnverified(caller(request, session)),
    ]);
    const draft = readRealName(flow, session);
    const details = completeDetails(draft);
    if (!details) throw detailsFirst();
    const photos = await shownPhotos(session, draft?.photos);
    return json({ title, token, whose: whoseDetails(details), photos }, { headers: PRIVATE_HEADERS });
  });
}

export const action = takeIdentity;

export default function UploadImage() {
  const t = useText();
  const { token, whose, photos } = useLoaderData<typeof loader>();
  // What the form's answer says of the photos is newer: the cookie that it brings was not there yet when the page was read.
  const answer = useActionData<FormAnswer & { photos?: typeof photos }>();
  return (
    <Screen title={t("UploadImage.title")} back="/RealNameInfo">
      <p className="soft">{t("UploadImage.lead")}</p>
      <WhosePhotos whose={whose} />
      <PhotosForm key={token} token={token} photos={answer?.photos ?? photos} lastResult={answer?.lastResult} />
    </Screen>
  );
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
