import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Icon } from "./Icon";
import { MAIL, TELEGRAM, TWITTER } from "./page-icons";

/** Telegram, Twitter and the sales e-mail of the website configuration, without placeholders. */
export function SocialLinks({ site }: { site: Pick<RootData["site"], "telegram" | "twitter" | "salesEMail"> }) {
  const t = useText();
  const links = [
    { href: site.telegram, name: TELEGRAM, label: t("common.telegram") },
    { href: site.twitter, name: TWITTER, label: t("common.twitter") },
    { href: site.salesEMail, name: MAIL, label: t("common.salesEmail") },
  ] as const;
  const shown = links.filter((link) => link.href);
  if (!shown.length) return null;
  return (
    <ul className="socials">
      {shown.map(({ href, name, label }) => (
        <li key={name}>
          <a href={href} rel="noopener noreferrer">
            <Icon name={name} label={label} />
          </a>
        </li>
      ))}
    </ul>
  );
}
