import { useRouteLoaderData } from "@remix-run/react";
import { AppButtons } from "~/components/AppButtons";
import { LanguageSwitch } from "~/components/LanguageSwitch";
import { SocialLinks } from "~/components/SocialLinks";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";

const PRODUCTS = [
  ["/Index/Power", "common.power"],
  ["/Index/Miner", "common.miner"],
] as const;
const COMPANY = [
  ["/Index/AboutUs", "common.about"],
  ["/PrivacyAgreement", "common.privacy"],
  ["/UserAgreement", "common.agreement"],
] as const;

/** The foot of Home: products, company, contacts, and the app for the visitor's own phone (behaviour 2.20). */
export function SiteFoot({ ios }: { ios: boolean }) {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  const mails = [
    ["common.salesEmail", root?.site.salesEMail],
    ["common.supportEmail", root?.site.supportEMail],
  ] as const;
  return (
    <footer className="site-foot">
      <Links title={t("Home.footerProducts")} links={PRODUCTS.map(([href, text]) => [href, t(text)])} />
      <Links title={t("Home.footerCompany")} links={COMPANY.map(([href, text]) => [href, t(text)])} />
      <Links
        title={t("Home.footerContact")}
        links={[
          ["/LeavingMessage", t("common.support")],
          ...mails.map(([label, href]) => [href, `${t(label)} ${href?.replace(/^mailto:/, "") ?? ""}`] as const),
        ]}
      />
      {root ? <SocialLinks site={root.site} /> : null}
      <h2>{t("Home.footerApp")}</h2>
      <AppButtons ios={ios} quiet />
      <p className="small soft">{t("Home.risk")}</p>
      {root ? <LanguageSwitch token={root.localeToken} path={root.path} /> : null}
    </footer>
  );
}

/** Links under a heading; one that leads nowhere is left out. */
function Links({
  title,
  links,
}: {
  title: string;
  links: readonly (readonly [href: string | undefined, text: string])[];
}) {
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {links.map(([href, text]) =>
          href ? (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ) : null,
        )}
      </ul>
    </>
  );
}
