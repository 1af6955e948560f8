import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/LegalPage";
import { Trouble } from "~/components/Trouble";
import { legalDocuments } from "~/i18n/legal.server";
import { pageTitle, publicHead } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";

/** The privacy policy in the visitor's language (spec sections 1 and 2). */
export async function loader({ request }: LoaderFunctionArgs) {
  const locale = await getLocale(request);
  const document = legalDocuments(locale).privacy;
  const title = await pageTitle(locale, { text: document.title });
  return json({ title, head: publicHead(locale, "/PrivacyAgreement", { text: document.description }), document });
}

export default function PrivacyAgreement() {
  const { document } = useLoaderData<typeof loader>();
  return <LegalPage document={document} />;
}

export function ErrorBoundary() {
  return <Trouble status={500} />;
}
