import { useRouteLoaderData } from "@remix-run/react";
import { TextLink } from "~/components/layout/ButtonLink";
import type { ReactNode } from "react";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { mailLink, phoneLink } from "~/components/layout/contact-links";
import { SiteFoot } from "~/components/layout/SiteFoot";
import { ContactEntries } from "~/components/layout/ContactEntries";
import { publicHead } from "~server/documents/public-head";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import type { Company } from "~server/content/company";
import { pageData, publicLoader } from "~server/loader/loader";
import { BulkOrders, Cooperation } from "./Cooperation";
import { HeroIllustration } from "~/components/layout/HeroIllustration";
import { Figures } from "./Figures";
import { Team } from "./Team";
import "./about.css";
import { Section } from "~/components/layout/Section";

export const loader = publicLoader(({ locale }) =>
  Promise.resolve(pageData({ head: publicHead(locale, "/Index/AboutUs", "AboutUs.lead") })),
);

export default function AboutUs() {
  const t = useText();
  const { site, company } = useRouteLoaderData<RootData>("root") ?? {};
  return (
    <>
      <main id="main" tabIndex={-1}>
        <div className="hero">
          <div className="column hero-text row wrap about-head">
            <div>
              <h1>{t("AboutUs.headline")}</h1>
              <p>{t("AboutUs.lead")}</p>
            </div>
            <HeroIllustration />
          </div>
        </div>
        <div className="page page-wide front">
          <Figures />
        </div>
        <div className="band">
          <div className="page page-wide front">
            <Team />
          </div>
        </div>
        <div className="page page-wide front">
          <Cooperation />
          <BulkOrders />
          {site ? <ContactEntries site={site} title={t("AboutUs.contact")} /> : null}
          {company ? <CompanyFacts {...company} /> : null}
        </div>
      </main>
      <SiteFoot />
    </>
  );
}

function CompanyFacts({ name, address, registration, email, phone }: Company) {
  const t = useText();
  const link = (href: string, text: string) => <TextLink href={href}>{text}</TextLink>;
  const lines: (readonly [string, ReactNode])[] = [
    [t("AboutUs.companyName"), name],
    [t("AboutUs.companyAddress"), address],
    [t("AboutUs.companyRegistration"), registration],
    [t("AboutUs.companyEmail"), email && link(mailLink(email), email)],
    [t("AboutUs.companyPhone"), phone && link(phoneLink(phone), phone)],
  ];
  return (
    <Section id="company" title={t("AboutUs.company")}>
      <div className="card">
        <DescriptionList lines={lines.filter(([, value]) => value)} />
      </div>
    </Section>
  );
}
