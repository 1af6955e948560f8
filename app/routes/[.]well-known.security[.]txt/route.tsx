import { mailLink } from "~/components/layout/contact-links";
import { LANGUAGES, LOCALES } from "~/i18n/locales";
import { content } from "~server/content/content";
import { env } from "~server/env";
import { DEFAULT_LOCALE } from "~server/i18n/locale";
import { shownSite } from "~server/content/site";
import { visibleLink } from "~server/upstream/site";

/** RFC 9116 recommends less than a year. Each response renews it. */
const VALID_MS = 90 * 24 * 60 * 60_000;

/** Says where to report a vulnerability (RFC 9116): to the company, else to support, else by the contact form. */
export async function loader() {
  const origin = env().PUBLIC_ORIGIN;
  const { company } = content();
  const config = company?.email === undefined ? await shownSite({ locale: DEFAULT_LOCALE }) : undefined;
  const mail = company?.email === undefined ? visibleLink(config?.supportEMail, "mail") : mailLink(company.email);
  const contacts = [mail, `${origin}/LeavingMessage`];
  const expires = new Date(Date.now() + VALID_MS);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    ...contacts.flatMap((contact) => (contact ? [`Contact: ${contact}`] : [])),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LOCALES.map((locale) => LANGUAGES[locale].html).join(", ")}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
