import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { MenuItem } from "./MenuItem";
import { Section } from "./Section";
import { MAIL, TELEGRAM, TWITTER } from "./page-icons";

export function ContactEntries({
  site,
  title,
}: {
  site: Pick<RootData["site"], "telegram" | "twitter" | "salesEMail" | "supportEMail">;
  title: string;
}) {
  const t = useText();
  const ways = [
    { icon: "support", label: t("common.supportEmail"), href: site.supportEMail },
    { icon: MAIL, label: t("common.salesEmail"), href: site.salesEMail },
    { icon: TELEGRAM, label: t("common.telegram"), href: site.telegram },
    { icon: TWITTER, label: t("common.twitter"), href: site.twitter },
  ] as const;
  if (!ways.some(({ href }) => href)) return null;
  return (
    <Section id="contacts" title={title}>
      <ul className="card entries">
        {ways.map(({ icon, label, href }) =>
          href ? (
            <li key={icon}>
              <MenuItem icon={icon} note={withoutScheme(href)} href={href} rel="noopener noreferrer">
                {label}
              </MenuItem>
            </li>
          ) : null,
        )}
      </ul>
    </Section>
  );
}

const withoutScheme = (href: string) => href.replace(/^(?:mailto:|https:\/\/)/, "").replace(/\/$/, "");
