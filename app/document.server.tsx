import { Links, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { content, palettes } from "~server/content/content";
import { env } from "~server/env";
import { Head } from "./components/layout/Head";
import { usePage } from "./components/layout/page-head";
import type { Hydration } from "./hydration.server";
import { LANGUAGES } from "./i18n/locales";
import { useLanguage, useText } from "./i18n/text";
import type { RootData } from "./root-data.server";

interface DocumentFacts {
  hydration: Hydration | undefined;
  prefetched: readonly string[];
  rejected: boolean;
  troubled: boolean;
}

/** The style must arrive first. React does not know this attribute yet. */
const LATER = { fetchpriority: "low" };

/** With `resizes-content` a keyboard shrinks the page, so that the button in a sheet's foot stays above it. */
const VIEWPORT = "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content";

/** The document around every page. Only `#page` hydrates, so markup that an extension adds around it is harmless. */
export function documentOf({ hydration, prefetched, rejected, troubled }: DocumentFacts) {
  return function Document({ children }: { children: ReactNode }) {
    const data = useRouteLoaderData<RootData>("root");
    const { locale } = useLanguage();
    const t = useText();
    const { title, siteTitle, head } = usePage();
    const prefix = t("common.errorPrefix");
    const { theme } = content();
    const { light, dark } = palettes();
    return (
      <html lang={LANGUAGES[locale].html}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content={VIEWPORT} />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content={light.paper} media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content={dark.paper} media="(prefers-color-scheme: dark)" />
          {/* Otherwise browsers turn text into links before React reads it, and apps figures into numbers. */}
          <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
          <meta name="chrome" content="nointentdetection" />
          <title>{`${rejected && !title.startsWith(prefix) ? prefix : ""}${title}`}</title>
          <Head title={title} siteTitle={siteTitle} head={troubled || rejected ? undefined : head} />
          <link rel="icon" href={data?.site.favicon ?? "/favicon.svg"} />
          <link rel="apple-touch-icon" href={data?.site.launcher ?? "/icon-192.png"} />
          {/* Without it, a proxy that requires a password or its own cookie would block the request. */}
          <link
            rel="manifest"
            href={`/manifest.webmanifest?lang=${LANGUAGES[locale].html}`}
            crossOrigin="use-credentials"
          />
          <Links />
          {theme ? <style dangerouslySetInnerHTML={{ __html: theme.css }} /> : null}
        </head>
        <body className={data && !data.pinchZoom ? "no-pinch" : undefined} data-visitor={data?.visitor}>
          {env().DEMO ? <p className="note center">{t("Home.demo")}</p> : null}
          <div id="page" className="frame">
            {children}
          </div>
          {hydration ? (
            <>
              {hydration.modules.map((href) => (
                <link key={href} rel="modulepreload" href={href} {...LATER} />
              ))}
              <script id="hydration" type="application/json" dangerouslySetInnerHTML={{ __html: hydration.json }} />
              <script type="module" async src={hydration.boot} />
            </>
          ) : null}
          {prefetched.map((href) => (
            <link key={href} rel="prefetch" href={href} />
          ))}
        </body>
      </html>
    );
  };
}
