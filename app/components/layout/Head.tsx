import { useRouteLoaderData } from "@remix-run/react";
import type { PublicHead } from "~server/documents/public-head";
import type { RootData } from "~/root-data.server";
import { StructuredData } from "./StructuredData";

/** Tags for search engines and link previews; noindex on private pages, steps of a flow and errors. */
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
      <StructuredData head={head} site={root?.site} company={root?.company} />
    </>
  );
}
