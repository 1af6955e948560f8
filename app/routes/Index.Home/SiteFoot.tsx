import { useRouteLoaderData } from "@remix-run/react";
import { AppButtons } from "~/components/AppButtons";
import { LanguageSwitch } from "~/components/LanguageSwitch";
import { SocialLinks } from "~/components/SocialLinks";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root";

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
      <h2>{t("Home.footerProducts")}</h2>
      <ul>
        <li>
          <a href="/Index/Power">{t("common.power")}</a>
        </li>
        <li>
          <a href="/Index/Miner">{t("common.miner")}</a>
        </li>
      </ul>
      <h2>{t("Home.footerCompany")}</h2>
      <ul>
        <li>
          <a href="/Index/AboutUs">{t("common.about")}</a>
        </li>
        <li>
          <a href="/PrivacyAgreement">{t("common.privacy")}</a>
        </li>
        <li>
          <a href="/UserAgreement">{t("common.agreement")}</a>
        </li>
      </ul>
      <h2>{t("Home.footerContact")}</h2>
      <ul>
        <li>
          <a href="/LeavingMessage">{t("common.support")}</a>
        </li>
        {mails.map(([label, href]) =>
          href ? (
            <li key={label}>
              <a href={href}>
                {t(label)} {href.replace(/^mailto:/, "")}
              </a>
            </li>
          ) : null,
        )}
      </ul>
      {root ? <SocialLinks site={root.site} /> : null}
      <h2>{t("Home.footerApp")}</h2>
      <AppButtons ios={ios} quiet />
      <p className="small soft">{t("Home.risk")}</p>
      {root ? <LanguageSwitch token={root.localeToken} path={root.path} /> : null}
    </footer>
  );
}
