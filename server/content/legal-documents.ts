import { content } from "~server/content/content";
import type { OwnLegalText } from "~server/content/legal-text";
import type { Locale } from "~server/i18n/locale";
import { escapeXml } from "~server/markup/xml";
import { inLanguage, type TextKey } from "~server/texts/catalogue";
import { legal } from "~server/texts/legal-documents";
import { perLocale } from "~/i18n/locales";

const texts = perLocale((locale) => inLanguage(legal, locale));

/** One section: paragraphs, and after them points or names with their explanation where there is something to list. */
export interface LegalSection {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly string[];
  terms?: readonly { name: string; text: string }[];
}

/** A legal text as a page shows it: its sections in their order, each with an `id` for links to it. */
export interface LegalDocument {
  id: "agreement" | "privacy";
  title: string;
  description: string;
  version: string;
  /** Its date. The shop's own policy, which has none, applies together with the agreement of that date. */
  dated: string;
  /** The sentence with version and date; undefined where it has neither. */
  edition?: TextKey | undefined;
  lead: string;
  sections: ({ id: string; html?: string } & LegalSection)[];
  /** Whether `lead` is safe HTML, as `html` of its sections is: a text of the operator's own. */
  isHtml?: true;
}

/** The user agreement and the privacy policy in a language: the operator's own, or else the shop's (behaviour 1.37). */
export function legalDocuments(locale: Locale): { agreement: LegalDocument; privacy: LegalDocument } {
  const { agreement, privacy } = texts[locale];
  const own = content().legal;
  const agreed: LegalDocument = own.agreement
    ? ownDocument("agreement", agreement, own.agreement[locale])
    : {
        ...agreement,
        id: "agreement",
        edition: "Legal.agreementEdition",
        sections: sectionsOf("agreement", agreement.sections),
      };
  return {
    agreement: agreed,
    privacy: own.privacy
      ? ownDocument("privacy", privacy, own.privacy[locale])
      : {
          ...privacy,
          id: "privacy",
          dated: agreed.dated,
          edition: agreed.dated ? "Legal.privacyEdition" : "Legal.versionEdition",
          sections: sectionsOf("privacy", privacy.sections),
        },
  };
}

const sectionsOf = (id: LegalDocument["id"], sections: Readonly<Record<string, LegalSection>>) =>
  Object.entries(sections).map(([name, section]) => ({ id: `${id}-${name}`, ...section }));

/** A text of the operator's own, with the shop's title and description where it has none. */
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

/** Names the tables and the code that a keyboard scrolls after their section: a sheet shows two texts at a time. */
const named = (html: string, heading: string) =>
  html.replace(/aria-labelledby="[\w-]+"/g, `aria-label="${escapeXml(heading)}"`);
