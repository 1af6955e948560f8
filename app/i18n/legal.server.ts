import type { Locale } from "~server/i18n/locale";
import { legal_el_GR } from "./legal/el_GR";
import { legal_en_US } from "./legal/en_US";
import { AGREEMENT_SECTIONS, PRIVACY_SECTIONS, type LegalSection, type LegalTexts } from "./legal/shape";

const texts: Record<Locale, LegalTexts> = { el_GR: legal_el_GR, en_US: legal_en_US };

/** A legal text as a page shows it: its sections in their order, each with an `id` for links to it. */
export interface LegalDocument {
  id: "agreement" | "privacy";
  title: string;
  description: string;
  version: string;
  /** The date of the agreement; the policy, which has no date of its own, applies together with it. */
  dated: string;
  lead: string;
  sections: ({ id: string } & LegalSection)[];
}

/** The user agreement and the privacy policy in a language (behaviour 1.18, 1.35). */
export function legalDocuments(locale: Locale): { agreement: LegalDocument; privacy: LegalDocument } {
  const { agreement, privacy } = texts[locale];
  return {
    agreement: {
      ...agreement,
      id: "agreement",
      sections: AGREEMENT_SECTIONS.map((name) => ({ id: `agreement-${name}`, ...agreement.sections[name] })),
    },
    privacy: {
      ...privacy,
      id: "privacy",
      dated: agreement.dated,
      sections: PRIVACY_SECTIONS.map((name) => ({ id: `privacy-${name}`, ...privacy.sections[name] })),
    },
  };
}
