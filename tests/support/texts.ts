import { el_GR } from "~/i18n/el_GR";
import { en_US } from "~/i18n/en_US";
import { catalogueReader } from "~/i18n/text";

/** The languages of the site, and the texts of each. */
export const LOCALES = ["el_GR", "en_US"] as const;
export const TEXTS = { el_GR: catalogueReader(el_GR), en_US: catalogueReader(en_US) } as const;
