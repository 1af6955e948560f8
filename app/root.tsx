import {
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
import { useDocument } from "./components/document-facts";
import { Head } from "./components/Head";
import type { Handle } from "./components/handle";
import { Toast } from "./components/Toast";
import { Trouble, troubleTitle } from "./components/Trouble";
import { htmlLanguage } from "./i18n/formats";
import type { PublicHead } from "./i18n/public-head.server";
import { useLanguage, useText } from "./i18n/text";
import type { RootData } from "./root-data.server";
import "./styles/all.css";

export { loader } from "./root-data.server";

/** What the document uses of the data of the page, which is the deepest route. */
interface PageData {
  title?: string;
  /** For search engines; most pages have none and are marked noindex. */
  head?: PublicHead;
}

/** The document around every page, an error's page included. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>("root");
  const { locale } = useLanguage();
  const t = useText();
  const { scripts, refused, trouble } = useDocument();
  const matches = useMatches();
  // Without at(), which browsers of 2018 do not have (house 16).
  const page = matches[matches.length - 1];
  const { title: own, head } = (page?.data ?? {}) as PageData;
  const key = (page?.handle as Handle | undefined)?.title;
  const siteTitle = data?.site.title ?? t("common.siteTitle");
  // The title in its data, else the one in its handle.
  const screen = trouble ? t(troubleTitle(trouble)) : (own ?? (key && t(key)));
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
        <Head title={title} siteTitle={siteTitle} head={trouble || refused ? undefined : head} />
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
