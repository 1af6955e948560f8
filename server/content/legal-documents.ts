import { content } from "~server/content/content";
import type { OwnLegalText } from "~server/content/legal-text";
import type { Locale } from "~server/i18n/locale";
import { escapeXml } from "~server/markup/xml";
import { inLanguage, type TextKey } from "~server/texts/catalogue";
import { legal } from "~server/texts/legal-documents";
import { perLocale } from "~/i18n/locales";

const texts = perLocale((locale) => inLanguage(legal, locale));

export interface LegalSection {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly string[];
  terms?: readonly { name: string; text: string }[];
}

type ShopSection = Omit<LegalSection, "paragraphs"> & { paragraphs: string | readonly string[] };

export interface LegalDocument {
  id: "agreement" | "privacy";
  title: string;
  description: string;
  version: string;
  /** Date of the edition; empty for our own privacy policy, which applies together with the agreement. */
  dated: string;
  edition?: TextKey | undefined;
  lead: string;
  sections: ({ id: string; html?: string } & LegalSection)[];
  /** True for an operator's own text: `lead` and the sections' `html` are then safe HTML. */
  isHtml?: true;
}

export function legalDocuments(locale: Locale): { agreement: LegalDocument; privacy: LegalDocument } {
  const { agreement, privacy } = texts[locale];
  const own = content().legal;
  return {
    agreement: own.agreement
      ? ownDocument("agreement", agreement, own.agreement[locale])
      : shopDocument("agreement", { ...agreement, edition: "Legal.agreementEdition" }),
    privacy: own.privacy
      ? ownDocument("privacy", privacy, own.privacy[locale])
      : shopDocument("privacy", { ...privacy, dated: "", edition: "Legal.versionEdition" }),
  };
}

function shopDocument(
  id: LegalDocument["id"],
  { sections, ...shop }: Omit<LegalDocument, "id" | "sections"> & { sections: Readonly<Record<string, ShopSection>> },
): LegalDocument {
  const shown = Object.entries(sections).map(([name, section]) => ({
    ...section,
    id: `${id}-${name}`,
    paragraphs: [section.paragraphs].flat(),
  }));
  return { ...shop, id, sections: shown };
}

/** Builds an operator's document, with the shop's description, and the shop's title if the text has none. */
function ownDocument(
  id: LegalDocument["id"],
  { title, description }: { title: string; description: string },
  own: OwnLegalText,
): LegalDocument {
  return {
    id,
    title: own.title ?? title,
    description,
    version: own.version,
    dated: own.dated,
    edition: editionOf(own),
    lead: named(own.lead, own.title ?? title),
    sections: own.sections.map(({ heading, html }, index) => ({
      id: `${id}-${index + 1}`,
      heading,
      paragraphs: [],
      html: named(html, heading),
    })),
    isHtml: true,
  };
}

function editionOf({ version, dated }: OwnLegalText): TextKey | undefined {
  if (version && dated) return "Legal.agreementEdition";
  return version ? "Legal.versionEdition" : dated ? "Legal.datedEdition" : undefined;
}

const named = (html: string, heading: string) =>
  html.replace(/aria-labelledby="[\w-]+"/g, `aria-label="${escapeXml(heading)}"`);
