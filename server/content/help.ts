import type { Locale } from "~server/i18n/locale";
import { normalized } from "~server/normalized";
import { inLanguage, type TextKey } from "~server/texts/catalogue";
import { help } from "~server/texts/help-answers";
import { perLocale } from "~/i18n/locales";

const texts = perLocale((locale) => inLanguage(help, locale));

/** Questions by topic. Each name is also the anchor of its answer. */
export const HELP_GROUPS = {
  product: ["fees", "settlement", "ratio", "closed"],
  payment: ["to-pay", "unknown-outcome", "charged", "undo"],
  deposit: ["memo", "network", "deposit-record"],
  orders: ["status", "earnings"],
  identity: ["review", "photos"],
  account: ["codes", "authenticator", "password"],
  trouble: ["limit", "reference"],
} as const;

type HelpId = keyof (typeof help)["entries"];

const SCREENS = {
  "/UserAgreement": "common.agreement",
  "/Estimate": "Estimate.title",
  "/MyOrder": "MyOrder.title",
  "/Assets": "Assets.title",
  "/AppDownload": "common.appDownload",
  "/UserCenter": "UserCenter.title",
  "/LeavingMessage": "common.support",
} as const satisfies Record<string, TextKey>;

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

interface HelpEntry {
  id: HelpId;
  question: string;
  answer: readonly string[];
  link?: { path: string; name: TextKey } | undefined;
}

export interface HelpGroup {
  id: string;
  title: string;
  entries: HelpEntry[];
}

export function helpOf(locale: Locale): HelpGroup[] {
  const { groups, entries } = texts[locale];
  return (Object.keys(HELP_GROUPS) as (keyof typeof HELP_GROUPS)[]).map((id) => ({
    id: `help-${id}`,
    title: groups[id],
    entries: HELP_GROUPS[id].map((entry) => {
      const path = LINKS[entry];
      const { question, answer } = entries[entry];
      return { id: entry, question, answer: [answer].flat(), link: path && { path, name: SCREENS[path] } };
    }),
  }));
}

const folded = (text: string) => normalized(text, "NFKC").toLowerCase();

/** Returns the answers whose question, text or group contains all words of a search. */
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
