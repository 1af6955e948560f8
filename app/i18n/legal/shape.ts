/** The sections of the user agreement, in order (behaviour 1.18). */
export const AGREEMENT_SECTIONS = [
  "service",
  "use",
  "effect",
  "account",
  "age",
  "trading",
  "fees",
  "risk",
  "measures",
  "notices",
  "changes",
  "disputes",
] as const;

/** The sections of the privacy policy, in order (behaviour 1.29). */
export const PRIVACY_SECTIONS = [
  "collected",
  "further",
  "purpose",
  "cookies",
  "kept",
  "marketing",
  "age",
  "eea",
  "risk",
  "law",
  "contact",
] as const;

/** One section: paragraphs, and after them points or names with their explanation where there is something to list. */
export interface LegalSection {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly string[];
  terms?: readonly { name: string; text: string }[];
}

interface LegalText<Section extends string> {
  title: string;
  /** What the page is about, for search engines. */
  description: string;
  /** The operator's number for this edition of the text; a new wording gets a new number. */
  version: string;
  lead: string;
  sections: Readonly<Record<Section, LegalSection>>;
}

/** Both legal texts in one language; every locale has every section. */
export interface LegalTexts {
  agreement: LegalText<(typeof AGREEMENT_SECTIONS)[number]> & {
    /** Its date (behaviour 1.18). */
    dated: string;
  };
  privacy: LegalText<(typeof PRIVACY_SECTIONS)[number]>;
}
