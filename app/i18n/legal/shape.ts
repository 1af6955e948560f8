/** The sections of the user agreement, in order (spec section 1). */
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

/** The sections of the privacy policy, in order (spec section 1). */
export const PRIVACY_SECTIONS = [
  "collected",
  "purpose",
  "cookies",
  "marketing",
  "age",
  "eea",
  "risk",
  "law",
  "contact",
] as const;

/** One section: paragraphs, and points where there is something to list after them. */
export interface LegalSection {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

interface LegalText<Section extends string> {
  title: string;
  /** From when it is, as the text itself says. */
  dated?: string;
  lead: string;
  sections: Readonly<Record<Section, LegalSection>>;
}

/** Both legal texts in one language; every locale has every section. */
export interface LegalTexts {
  agreement: LegalText<(typeof AGREEMENT_SECTIONS)[number]>;
  privacy: LegalText<(typeof PRIVACY_SECTIONS)[number]>;
}
