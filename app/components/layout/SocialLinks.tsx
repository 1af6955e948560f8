import { useText } from "~/i18n/text";
import { linksOf } from "./Header";

type Contact = "telegram" | "twitter" | "salesEMail";

export function SocialLinks({ site }: { site: Partial<Record<Contact, string | undefined>> }) {
  const t = useText();
  const links = [
    [site.telegram, t("common.telegram")],
    [site.twitter, t("common.twitter")],
    [site.salesEMail, t("common.salesEmail")],
  ] as const;
  const rel = "noopener noreferrer";
  return linksOf(links.map(([href, label]) => ({ label, className: "link-button target", href, rel })));
}
