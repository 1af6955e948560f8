import { useRouteLoaderData } from "@remix-run/react";
import { TextLink } from "./ButtonLink";
import type { ReactNode } from "react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import "~/styles/site-foot.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { mailLink, phoneLink } from "./contact-links";
import { linksOf } from "./Header";
import { SocialLinks } from "./SocialLinks";

export function SiteFoot({ app = "/AppDownload", ...under }: { app?: string; inert?: string }) {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  const company = root?.company;
  const mails = [
    ["common.salesEmail", root?.site.salesEMail],
    ["common.supportEmail", root?.site.supportEMail],
  ] as const;
  return (
    <footer className="foot" {...under}>
      <div className="column foot-column">
        <p className="foot-name">{root?.site.title}</p>
        <div className="foot-links wrap">
          <Links
            title={t("Index.footerProducts")}
            links={[...(root?.shell?.products ?? []), [app, t("common.appDownload")]]}
          />
          <Links title={t("Index.footerCompany")} links={root?.shell?.company ?? []} />
          <Links
            title={t("Index.footerContact")}
            links={[
              ["/LeavingMessage", t("common.support")],
              ...mails.map(([label, href]) => [href, `${t(label)} ${href?.replace(/^mailto:/, "") ?? ""}`] as const),
            ]}
          >
            {root ? <SocialLinks site={{ ...root.site, salesEMail: undefined }} /> : null}
          </Links>
        </div>
        {company ? (
          <address className="imprint small">
            <p>{company.name}</p>
            {company.address ? <p>{company.address}</p> : null}
            {company.registration ? <p>{t("Index.registration", { number: company.registration })}</p> : null}
            {company.email ? <TextLink href={mailLink(company.email)}>{company.email}</TextLink> : null}{" "}
            {company.phone ? <TextLink href={phoneLink(company.phone)}>{company.phone}</TextLink> : null}
          </address>
        ) : null}
        <p className="imprint small">{t("Index.age")}</p>
        <p className="imprint small">{t("Index.risk")}</p>
        {root ? <LanguageSwitch token={root.localeToken} path={root.path} /> : null}
      </div>
    </footer>
  );
}

function Links({
  title,
  links,
  children,
}: {
  title: string;
  links: readonly (readonly [href: string | undefined, text: string])[];
  children?: ReactNode;
}) {
  return (
    <div>
      <h2>{title}</h2>
      {linksOf(links.map(([href, label]) => ({ label, className: "link-button target", href })))}
      {children}
    </div>
  );
}
