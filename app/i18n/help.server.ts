import type { Locale } from "~server/i18n/locale";
import type { TextKey } from "./el_GR";
import { help_el_GR } from "./help/el_GR";
import { help_en_US } from "./help/en_US";
import { HELP_GROUPS, type HelpId, type HelpTexts } from "./help/shape";

const texts: Record<Locale, HelpTexts> = { el_GR: help_el_GR, en_US: help_en_US };

/** The names of the screens that answers lead to. */
const SCREENS = {
  "/UserAgreement": "common.agreement",
  "/Estimate": "Estimate.title",
  "/MyOrder": "MyOrder.title",
  "/Assets": "Assets.title",
  "/AppDownload": "common.appDownload",
  "/UserCenter": "UserCenter.title",
  "/LeavingMessage": "common.support",
} as const satisfies Record<string, TextKey>;

/** Where an answer leads on. */
const LINKS: Partial<Record<HelpId, keyof typeof SCREENS>> = {
  fees: "/UserAgreement",
  ratio: "/Estimate",
  "unknown-outcome": "/MyOrder",
  undo: "/UserAgreement",
  "deposit-record": "/Assets",
  status: "/MyOrder",
  earnings: "/AppDownload",
  review: "/UserCenter",
  authenticator: "/LeavingMessage",
  password: "/AppDownload",
  reference: "/LeavingMessage",
};

/** A question with its answer, as a page shows it. */
interface HelpEntry {
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
      const path = LINKS[entry];
      return { id: entry, ...entries[entry], link: path && { path, name: SCREENS[path] } };
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
