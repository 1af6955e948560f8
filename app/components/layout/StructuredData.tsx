import type { RootData } from "~/root-data.server";
import type { PublicHead } from "~server/documents/public-head";

/** One JSON-LD context for each page: what the page is about, in terms of schema.org. */
const CONTEXT = "https://schema.org";

interface Described {
  head: PublicHead;
  site: RootData["site"] | undefined;
  /** The company behind the site, if the operator states it. */
  company: RootData["company"] | undefined;
}

/** The subject of a page in terms of schema.org; products are named without an offer. */
function thingOf({ head: { about, description, canonical, image }, site, company }: Described) {
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

/**
 * A block of data for search engines, which no browser runs: the policy of a page without scripts allows it. Upstream
 * data cannot end it, since `<` is written as an escape.
 */
export function StructuredData(described: Described) {
  if (!described.head.about) return null;
  const json = JSON.stringify({ "@context": CONTEXT, ...thingOf(described) }).replace(/</g, "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
