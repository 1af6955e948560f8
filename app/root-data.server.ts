import type { useLoaderData } from "@remix-run/react";
import { EXTRA_PATIENCE_MS } from "~server/constants";
import { env } from "~server/env";
import { answer, publicLoader } from "~server/loader";
import { pictureFor, pictureUrl } from "~server/pictures/shown";
import { readFlash, type Flash } from "~server/session/flash";
import { publicFormToken } from "~server/session/csrf";
import { siteConfig, visibleLink } from "~server/upstream/site";
import { optionalRead } from "~server/reads";
import type { Text } from "./i18n/text";
import { getText } from "./i18n/text.server";

/** Pages that are nothing but texts of this site. */
const TEXTS: ReadonlySet<string> = new Set(["/privacyagreement", "/useragreement", "/index/aboutus", "/help"]);

/** Whether a page waits for no call of the platform, so not for the name and the logo either (behaviour 13.17). */
function isWholeWithoutSite({ url }: Request): boolean {
  return TEXTS.has(new URL(url).pathname.toLowerCase().replace(/\/+$/, ""));
}

/** A toast in the visitor's words: a page in a browser has no text but its own, and any page may follow. */
function worded({ key, values, note, ...flash }: Flash, t: Text) {
  return { ...flash, text: t(key, values), note: note && t(note) };
}

/** What every page shares: language, the website configuration, the toast, whether somebody is signed in. */
export const loader = publicLoader(async ({ visitor, locale, request, params }) => {
  const isNoPage = params["*"] !== undefined;
  const waitMs = isNoPage || isWholeWithoutSite(request) ? 0 : EXTRA_PATIENCE_MS;
  const [config, session, { flash, clear }] = await Promise.all([
    optionalRead(siteConfig({ locale }, { waitMs })),
    visitor.session(),
    readFlash(request),
  ]);
  const url = new URL(request.url);
  return answer(
    {
      locale,
      site: {
        title: config?.title ?? getText(locale)("common.siteTitle"),
        favicon: pictureUrl("icon", config?.favicon),
        launcher: pictureUrl("icon", config?.appLauncher, 180),
        logo: pictureFor("logo", config?.appHomeLogoOS ?? config?.appLogoOS),
        telegram: visibleLink(config?.telegram, "web"),
        twitter: visibleLink(config?.twitter, "web"),
        salesEMail: visibleLink(config?.salesEMail, "mail"),
        supportEMail: visibleLink(config?.supportEMail, "mail"),
      },
      flash: flash && worded(flash, getText(locale)),
      signedIn: session !== null,
      webLogin: env().WEB_LOGIN,
      ratioPeriod: env().PROFIT_RATIO_PERIOD,
      ratioMeaning: env().PROFIT_RATIO_MEANING,
      pinchZoom: !env().BLOCK_PINCH_ZOOM,
      localeToken: publicFormToken("locale"),
      path: url.pathname + url.search,
    },
    { cookies: clear ? [clear] : [] },
  );
});

/** The data of the root route, for any component below it; undefined where the root itself failed. */
export type RootData = ReturnType<typeof useLoaderData<typeof loader>>;
