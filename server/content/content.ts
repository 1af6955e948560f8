import type { Locale } from "~server/i18n/locale";
import { shopPalette, type Palette, type Scheme } from "./colours";
import type { Company } from "./company";
import type { LegalName, OwnLegalText } from "./legal-text";
import type { OwnTexts } from "./texts";
import type { Theme } from "./theme";

/**
 * What an operator lays over the texts, colours and legal texts of this shop: the files of `CONTENT_DIR` (behaviour
 * 11.8). They are read once, at the start (`read-content.ts`), so that a page never mixes two versions of them.
 */

/** Everything of `CONTENT_DIR`; without it every part is empty. */
export interface Content {
  /** Both languages of each legal text that it replaces. */
  legal: Partial<Record<LegalName, Record<Locale, OwnLegalText>>>;
  company?: Company | undefined;
  texts: Partial<Record<Locale, OwnTexts>>;
  theme?: Theme | undefined;
}

const SHOP_PALETTES = { light: shopPalette("light"), dark: shopPalette("dark") };
const NONE: Content = { legal: {}, texts: {} };

let current = NONE;

/** The content of this process. */
export const content = (): Content => current;

/**
 * Sets the content of this process.
 *
 * @param read undefined for none
 */
export function setContent(read: Content | undefined): void {
  current = read ?? NONE;
}

/** The colours of both schemes, as pages show them. */
export function palettes(): Readonly<Record<Scheme, Palette>> {
  return current.theme?.palettes ?? SHOP_PALETTES;
}
