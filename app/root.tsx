import {
  type useLoaderData,
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { env } from "~server/env";
import { answer, publicLoader } from "~server/loader";
import { readFlash } from "~server/session/flash";
import { publicFormToken } from "~server/session/forgery";
import { siteConfig, visibleLink } from "~server/upstream/site";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { useDocument } from "./components/document-facts";
import { Head } from "./components/Head";
import type { Handle } from "./components/handle";
import { Toast } from "./components/Toast";
import { Trouble, troubleTitle } from "./components/Trouble";
import { htmlLanguage } from "./i18n/formats";
import type { PublicHead } from "./i18n/public-head.server";
import { getText } from "./i18n/text.server";
import { useLanguage, useText, type Text } from "./i18n/text";
import "./styles/all.css";

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

/** What the screen is called: as its loader says, else as its handle does. */
function screenOf(matches: readonly { data: unknown; handle: unknown }[], t: Text): string | undefined {
  const { data, handle } = matches.at(-1) ?? {};
  const title = (data as { title?: unknown } | null | undefined)?.title;
  const key = (handle as Handle | undefined)?.title;
  return typeof title === "string" ? title : key && t(key);
}

/** What the deepest page says of itself to those who look for it; most pages are not to be found. */
function headOf(matches: readonly { data: unknown }[]): PublicHead | undefined {
  return (matches.at(-1)?.data as { head?: PublicHead } | undefined)?.head;
}

/** The document around every page, an error's page included. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { locale } = useLanguage();
  const t = useText();
  const { scripts, refused, trouble } = useDocument();
  const matches = useMatches();
  const siteTitle = data?.site.title ?? t("common.siteTitle");
  const screen = trouble ? t(troubleTitle(trouble)) : screenOf(matches, t);
  const title = screen === undefined ? siteTitle : `${screen} – ${siteTitle}`;
  return (
    <html lang={htmlLanguage(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f7f5f0" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10161b" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <title>{`${refused ? t("common.errorPrefix") : ""}${title}`}</title>
        <Head title={title} siteTitle={siteTitle} head={trouble || refused ? undefined : headOf(matches)} />
        <link rel="icon" href={data?.site.favicon ?? "/favicon.svg"} />
        <link rel="apple-touch-icon" href={data?.site.launcher ?? "/icon-192.png"} />
        <link rel="manifest" href={`/manifest.webmanifest?lang=${htmlLanguage(locale)}`} />
        <Links />
      </head>
      <body className={data && !data.pinchZoom ? "no-pinch" : undefined}>
        <a className="skip" href="#main">
          {t("common.skip")}
        </a>
        {data?.flash ? <Toast flash={data.flash} path={data.path} /> : null}
        {children}
        {scripts ? (
          <>
            <script id="texts" type="application/json" dangerouslySetInnerHTML={{ __html: scripts.texts }} />
            <ScrollRestoration nonce={scripts.nonce} />
            <Scripts nonce={scripts.nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <Trouble status={isRouteErrorResponse(error) ? error.status : 500} />;
}
