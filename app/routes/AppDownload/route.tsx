import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { TextLink } from "~/components/layout/ButtonLink";
import { AdvantageList } from "~/components/layout/AdvantageList";
import { EARNINGS, KEY, SHIELD } from "~/components/layout/page-icons";
import { Screen } from "~/components/layout/Screen";
import { Section } from "~/components/layout/Section";
import { publicHead } from "~server/documents/public-head";
import { getText } from "~server/texts/text";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { env } from "~server/env";
import { inAppBrowser, isIos } from "~server/device/device";
import { pageData, publicLoader } from "~server/loader/loader";
import { pictureFor } from "~server/pictures/picture";
import { qrImage } from "~server/qr-code/qr-code";
import { shownSite } from "~server/content/site";
import { appDownload, type AppDownload as Links } from "~server/upstream/site";
import { EXTRA_WAIT_MS, readResult } from "~server/loader/reads";
import { DownloadCard, NoDownload, type Download } from "./DownloadCard";
import { InAppMask } from "./InAppMask";
import "./app-download.css";
import { QrCode } from "~/components/account/QrCode";
import "../../styles/qr.css";

export const loader = publicLoader(async ({ locale, request, query }) => {
  const userAgent = request.headers.get("user-agent");
  const choice = readChoice(query);
  const ios = choice.platform ? choice.platform === "ios" : isIos(userAgent);
  const insideApp = inAppBrowser(userAgent) !== null;
  const [config, { value: links, failure }] = await Promise.all([
    shownSite({ locale }, { waitMs: EXTRA_WAIT_MS }),
    readResult(appDownload({ locale })),
  ]);
  const address = `${env().PUBLIC_ORIGIN}/AppDownload`;
  const masked = insideApp && !choice.stay;
  return pageData(
    {
      head: links && !masked ? publicHead(locale, "/AppDownload", "AppDownload.description") : undefined,
      ios,
      choice,
      insideApp,
      masked,
      app: {
        name: config?.title ?? getText(locale)("common.siteTitle"),
        launcher: pictureFor("mark", config?.appLauncher),
        phone: pictureFor("phone", config?.appPhoneView),
      },
      downloads: links && downloadsOf(links, ios),
      failure,
      address,
      qr: await qrImage(address),
    },
    // The request to open a browser needs no link, so that page is complete without any.
    { complete: !failure || masked },
  );
});

function downloadsOf({ ios: appStore, testFlight, android }: Links, onIos: boolean): Download[] {
  const offered = onIos
    ? ([
        ["appStore", appStore],
        ["testFlight", testFlight],
      ] as const)
    : ([["download", android]] as const);
  return offered.flatMap(([name, href]) => (href ? [{ name, href, host: new URL(href).host }] : []));
}

export default function AppDownload() {
  const t = useText();
  const { ios, choice, insideApp, masked, app, downloads, failure, address, qr } = useLoaderData<typeof loader>();
  if (masked) return <InAppMask address={address} stay={choicePath({ ...choice, stay: true })} />;
  return (
    <Screen title={t("common.appDownload")}>
      {insideApp ? (
        <p className="note">
          <TextLink href={choicePath({ platform: choice.platform })}>{t("AppDownload.stayed")}</TextLink>
        </p>
      ) : null}
      {downloads?.length ? (
        <DownloadCard app={app} downloads={downloads} />
      ) : (
        <NoDownload ios={ios} failure={failure} />
      )}
      {/* Without readable links there is nothing to offer for another device. */}
      {downloads ? (
        <>
          <p className="center">
            <TextLink href={choicePath({ ...choice, platform: ios ? "other" : "ios" })}>
              {t(ios ? "AppDownload.forOthers" : "AppDownload.forIos")}
            </TextLink>
          </p>
          <section className="card scan center" aria-labelledby="scan">
            <h2 id="scan">{t("AppDownload.scanTitle")}</h2>
            <QrCode src={qr} label={t("AppDownload.qr")} />
            <p className="soft small">{t("AppDownload.scanText")}</p>
          </section>
        </>
      ) : null}
      <Features />
      <p>
        <TextLink href="/Offline">{t("Offline.link")}</TextLink>
      </p>
    </Screen>
  );
}

const FEATURES = [
  ["UserCenter.earnings", "AppDownload.earningsText", EARNINGS],
  ["AppDownload.withdraw", "AppDownload.withdrawText", "wallet"],
  ["AppDownload.password", "AppDownload.passwordText", KEY],
  ["AppDownload.security", "AppDownload.securityText", SHIELD],
] as const;
const ACCOUNT = ["AppDownload.account", "AppDownload.accountText", "account"] as const;

function Features() {
  const t = useText();
  const appOnly = useRouteLoaderData<RootData>("root")?.webLogin === "app-only";
  return (
    <Section id="features" title={t("AppDownload.features")}>
      <AdvantageList claims={[...(appOnly ? [ACCOUNT] : []), ...FEATURES]} />
    </Section>
  );
}

/** The device that the links are for (by default the visitor's), and true to stay in an in-app browser. */
interface Choice {
  platform?: "ios" | "other" | undefined;
  stay?: boolean;
}

function readChoice(query: URLSearchParams): Choice {
  const platform = query.get("platform");
  return {
    platform: platform === "ios" || platform === "other" ? platform : undefined,
    stay: query.get("stay") === "1",
  };
}

function choicePath({ platform, stay }: Choice): string {
  const query = new URLSearchParams({ ...(platform && { platform }), ...(stay && { stay: "1" }) }).toString();
  return query ? `/AppDownload?${query}` : "/AppDownload";
}
