import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/layout/LegalPage";
import { legalDocuments } from "~/i18n/legal.server";
import { publicHead } from "~/i18n/public-head.server";
import { pageData, publicLoader } from "~server/loader/loader";

/** The privacy policy in the visitor's language. */
export const loader = publicLoader(({ locale }) => {
  const document = legalDocuments(locale).privacy;
  const head = publicHead(locale, "/PrivacyAgreement", { text: document.description });
  return Promise.resolve(pageData({ title: document.title, head, document }));
});

export default function PrivacyAgreement() {
  const { document } = useLoaderData<typeof loader>();
  return <LegalPage document={document} />;
}
