/** The questions of the help, by the screen at which they arise; each name is the anchor of its answer. */
export const HELP_GROUPS = {
  product: ["fees", "settlement", "ratio", "closed"],
  payment: ["to-pay", "unknown-outcome", "charged", "undo"],
  deposit: ["memo", "network", "deposit-record"],
  orders: ["status", "earnings"],
  identity: ["review", "photos"],
  account: ["codes", "authenticator", "password"],
  trouble: ["limit", "reference"],
} as const;

type Groups = typeof HELP_GROUPS;

/** A name of a question. */
export type HelpId = Groups[keyof Groups][number];

/** The question, and its answer in paragraphs. */
interface HelpText {
  question: string;
  answer: readonly string[];
}

/** The help in one language; every locale has every answer. */
export interface HelpTexts {
  groups: Readonly<Record<keyof Groups, string>>;
  entries: Readonly<Record<HelpId, HelpText>>;
}
