import { useRouteLoaderData } from "@remix-run/react";
import type { PublicHead } from "~server/documents/public-head";
import type { RootData } from "~/root-data.server";

/** Sets title, metadata and links of a page. Private pages, steps of a flow and errors are noindex. */
export function Head({ title, siteTitle, head }: { title: string; siteTitle: string; head: PublicHead | undefined }) {
  const root = useRouteLoaderData<RootData>("root");
  if (!head) return <meta name="robots" content="noindex" />;
  return (
    <>
      <meta name="description" content={head.description} />
      <link rel="canonical" href={head.canonical} />
      {head.feed ? <link rel="alternate" type="application/atom+xml" href={head.feed} /> : null}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteTitle} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={head.canonical} />
      <meta property="og:image" content={head.image} />
      <meta name="twitter:card" content="summary_large_image" />
      {head.about ? (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData(head, root) }} />
      ) : null}
    </>
  );
}

const CONTEXT = "https://schema.org";

/** Describes a page for search engines. Products are named without an offer. */
function thingOf({ about, description, canonical, image }: PublicHead, { site, company }: Partial<RootData> = {}) {
  if (about?.type === "FAQPage") {
    const mainEntity = about.questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    }));
    return { "@type": "FAQPage", mainEntity };
  }
  if (about?.type === "Product") {
    return { "@type": "Product", name: about.name, description, image, url: canonical };
  }
  const sameAs = [site?.telegram, site?.twitter].filter(Boolean);
  const email = company?.email ?? site?.supportEMail?.replace(/^mailto:/, "");
  return {
    "@type": "Organization",
    name: site?.title,
    url: new URL("/", canonical).href,
    ...(site?.launcher ? { logo: new URL(site.launcher, canonical).href } : {}),
    ...(company ? { legalName: company.name } : {}),
    ...(company?.address ? { address: company.address } : {}),
    ...(company?.registration ? { identifier: company.registration } : {}),
    ...(company?.phone ? { telephone: company.phone } : {}),
    ...(email ? { email } : {}),
    ...(sameAs.length ? { sameAs } : {}),
  };
}

/** Makes a block of data for search engines. Upstream data cannot end it, because `<` is escaped. */
const structuredData = (head: PublicHead, root: RootData | undefined) =>
  JSON.stringify({ "@context": CONTEXT, ...thingOf(head, root) }).replace(/</g, "\\u003c");
