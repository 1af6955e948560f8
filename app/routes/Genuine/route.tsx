import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { ContactEntries } from "~/components/layout/ContactEntries";
import { Screen } from "~/components/layout/Screen";
import { Section } from "~/components/layout/Section";
import { publicHead } from "~server/documents/public-head";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { env } from "~server/env";
import { pageData, publicLoader } from "~server/loader/loader";

export const loader = publicLoader(({ locale }) =>
  Promise.resolve(
    pageData({ origin: env().PUBLIC_ORIGIN, head: publicHead(locale, "/Genuine", "Genuine.description") }),
  ),
);

const SIGNS = ["address", "word", "codes", "deposits", "contacts", "app"] as const;
const AFTER = ["password", "everywhere", "keep"] as const;

export default function Genuine() {
  const t = useText();
  const { origin } = useLoaderData<typeof loader>();
  const site = useRouteLoaderData<RootData>("root")?.site;
  return (
    <Screen title={t("common.genuine")}>
      <div className="card">
        <h2>{t("Genuine.addressTitle")}</h2>
        <p>
          <strong className="exact" translate="no">
            {origin}
          </strong>
        </p>
        <p className="soft">{t("Genuine.addressLead")}</p>
      </div>
      <Section id="signs" title={t("Genuine.signs")}>
        <ul className="prose ticks">
          {SIGNS.map((sign) => (
            <li key={sign}>
              <strong>{t(`Genuine.${sign}`)}</strong>
              <br />
              {t(`Genuine.${sign}Text`)}
            </li>
          ))}
        </ul>
        <QuietLink href="/Security">{t("Genuine.toSecurity")}</QuietLink>
      </Section>
      {site ? <ContactEntries site={site} title={t("Genuine.contactsTitle")} /> : null}
      <Section id="after" title={t("Genuine.after")}>
        <div className="prose">
          <ol>
            {AFTER.map((step) => (
              <li key={step}>{t(`Genuine.after-${step}`)}</li>
            ))}
          </ol>
        </div>
        <ButtonLink href="/LeavingMessage">{t("Genuine.report")}</ButtonLink>
      </Section>
    </Screen>
  );
}
