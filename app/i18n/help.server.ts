import type { Locale } from "~server/i18n/locale";
import type { TextKey } from "./el_GR";
import { help_el_GR } from "./help/el_GR";
import { help_en_US } from "./help/en_US";
import { HELP_GROUPS, type HelpId, type HelpTexts } from "./help/shape";

const texts: Record<Locale, HelpTexts> = { el_GR: help_el_GR, en_US: help_en_US };

/** Where an answer leads on: a screen and its name. */
const LINKS: Partial<Record<HelpId, readonly [path: string, name: TextKey]>> = {
  fees: ["/UserAgreement", "common.agreement"],
  ratio: ["/Estimate", "Estimate.title"],
  "unknown-outcome": ["/MyOrder", "MyOrder.title"],
  undo: ["/UserAgreement", "common.agreement"],
  "deposit-record": ["/Assets", "Assets.title"],
  status: ["/MyOrder", "MyOrder.title"],
  earnings: ["/AppDownload", "common.appDownload"],
  review: ["/UserCenter", "UserCenter.title"],
  authenticator: ["/LeavingMessage", "common.support"],
  password: ["/AppDownload", "common.appDownload"],
  reference: ["/LeavingMessage", "common.support"],
};

/** A question with its answer, as a page shows it. */
export interface HelpEntry {
  /** The anchor of the answer. */
  id: HelpId;
  question: string;
  answer: readonly string[];
  link?: { path: string; name: TextKey } | undefined;
}

/** The questions of a screen. */
export interface HelpGroup {
  id: string;
  title: string;
  entries: HelpEntry[];
}

/** The whole help in a language. */
export function helpOf(locale: Locale): HelpGroup[] {
  const { groups, entries } = texts[locale];
  return (Object.keys(HELP_GROUPS) as (keyof typeof HELP_GROUPS)[]).map((id) => ({
    id: `help-${id}`,
    title: groups[id],
    entries: HELP_GROUPS[id].map((entry) => {
      const link = LINKS[entry];
      return { id: entry, ...entries[entry], link: link && { path: link[0], name: link[1] } };
    }),
  }));
}

/** Makes no difference of a letter's case and width. */
const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/**
 * The answers that have all words of a search, in their question, their text or the name of their group.
 *
 * @param search the input; without a word in it all answers match
 * @returns the groups with a match
 */
export function searchHelp(locale: Locale, search: string): HelpGroup[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return helpOf(locale)
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ question, answer }) => {
        const text = folded([group.title, question, ...answer].join("\n"));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
