import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/layout/LegalPage";
import { legalDocuments } from "~server/content/legal-documents";
import { publicHead } from "~server/documents/public-head";
import { pageData, publicLoader } from "~server/loader/loader";

export const loader = publicLoader(({ locale }) => {
  const document = legalDocuments(locale).agreement;
  const head = publicHead(locale, "/UserAgreement", { text: document.description });
  return Promise.resolve(pageData({ title: document.title, head, document }));
});

export default function UserAgreement() {
  const { document } = useLoaderData<typeof loader>();
  return <LegalPage document={document} />;
}
