import type { Locale } from "~server/i18n/locale";
import { shopPalette, type Palette, type Scheme } from "./colours";
import type { Company } from "./company";
import type { LegalName, OwnLegalText } from "./legal-text";
import type { OwnTexts } from "./texts";
import type { Theme } from "./theme";

export interface Content {
  legal: Partial<Record<LegalName, Record<Locale, OwnLegalText>>>;
  company?: Company | undefined;
  texts: Partial<Record<Locale, OwnTexts>>;
  theme?: Theme | undefined;
}

const SHOP_PALETTES = { light: shopPalette("light"), dark: shopPalette("dark") };
const NONE: Content = { legal: {}, texts: {} };

let current = NONE;

export const content = (): Content => current;

/** Sets the operator's content, once at the start, so that no page mixes two versions. Undefined means none. */
export function setContent(read: Content | undefined): void {
  current = read ?? NONE;
}

export function palettes(): Readonly<Record<Scheme, Palette>> {
  return current.theme?.palettes ?? SHOP_PALETTES;
}
