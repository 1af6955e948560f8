import type { useLoaderData } from "@remix-run/react";
import { env } from "~server/env";
import { answer, publicLoader } from "~server/loader";
import { readFlash } from "~server/session/flash";
import { publicFormToken } from "~server/session/forgery";
import { siteConfig, visibleLink } from "~server/upstream/site";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { getText } from "./i18n/text.server";

/** What every page shares: language, the website configuration, the toast, whether somebody is signed in. */
export const loader = publicLoader(async ({ visitor, locale, request }) => {
  const [config, session, { flash, clear }] = await Promise.all([
    unlessUnavailable(siteConfig({ locale })),
    visitor.session(),
    readFlash(request),
  ]);
  const url = new URL(request.url);
  return answer(
    {
      locale,
      site: {
        title: config?.title ?? getText(locale)("common.siteTitle"),
        favicon: config?.favicon,
        launcher: config?.appLauncher,
        logo: config?.appHomeLogoOS ?? config?.appLogoOS,
        telegram: visibleLink(config?.telegram, "web"),
        twitter: visibleLink(config?.twitter, "web"),
        salesEMail: visibleLink(config?.salesEMail, "mail"),
        supportEMail: visibleLink(config?.supportEMail, "mail"),
      },
      flash,
      signedIn: session !== null,
      webLogin: env().WEB_LOGIN,
      pinchZoom: !env().BLOCK_PINCH_ZOOM,
      localeToken: publicFormToken("locale"),
      path: url.pathname + url.search,
    },
    { cookies: clear ? [clear] : [] },
  );
});

/** The data of the root route, for any component below it; undefined where the root itself failed. */
export type RootData = ReturnType<typeof useLoaderData<typeof loader>>;
