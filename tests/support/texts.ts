import { el_GR } from "~/i18n/el_GR";
import { en_US } from "~/i18n/en_US";
import { catalogueReader } from "~/i18n/text";

/** The languages of the site. */
export const LOCALES = ["el_GR", "en_US"] as const;
/** The texts of both languages, by their keys. */
export const TEXTS = { el_GR: catalogueReader(el_GR), en_US: catalogueReader(en_US) } as const;
