import { useMatches, useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { PublicHead } from "~server/documents/public-head";
import type { RootData } from "~/root-data.server";
import { useDocument } from "./document-facts";
import { errorTitle } from "~/components/feedback/ErrorPage";

interface PageData {
  title?: string;
  /** The metadata of a public page. Most pages have none and are noindex. */
  head?: PublicHead;
}

export function usePage(): { title: string; siteTitle: string; head: PublicHead | undefined } {
  const t = useText();
  const { errorStatus } = useDocument();
  const matches = useMatches();
  const page = matches[matches.length - 1];
  const { title: own, head } = (page?.data ?? {}) as PageData;
  const root = useRouteLoaderData<RootData>("root");
  const siteTitle = root?.site.title ?? t("common.siteTitle");
  // A title in the page's data takes precedence over the title in the table of pages.
  const screen = errorStatus ? t(errorTitle(errorStatus)) : (own ?? root?.title);
  return { title: screen === undefined ? siteTitle : `${screen} – ${siteTitle}`, siteTitle, head };
}
