import { catalogues } from "~server/texts/catalogue";
import { catalogueReader } from "~/i18n/text";

/** The languages of the site. */
export const LOCALES = ["el_GR", "en_US"] as const;
/** The texts of both languages, by their keys. */
export const TEXTS = { el_GR: catalogueReader(catalogues.el_GR), en_US: catalogueReader(catalogues.en_US) } as const;
