/** Accepted findings of the checkers, with reasons. An entry that no longer matches anything fails the test. */

export type Checker = "Nu HTML checker" | "IBM Equal Access" | "Siteimprove Alfa";

export interface Finding {
  checker: Checker;
  /** The rule's name, or the HTML checker's message. */
  rule: string;
  /** The HTML of the element or of its surroundings. */
  html: string;
}

interface Accepted {
  checker: Checker;
  /** The start of the rule's name. */
  rule: string;
  /** The element's HTML contains one of these; if absent, every element is accepted. */
  of?: readonly string[];
  reason: string;
}

const NEWER_CSS = "The checker does not know this newer CSS. Browsers that do not know it either ignore it.";
const NEWER = ["Property “animation-timeline”", "Property “field-sizing”", "Property “animation-range”"];
const NEWER_RULES = ["Unrecognized at-rule “@view-transition”", "Unknown pseudo-element or pseudo-class “::view-tr"];

/** Ids of fields in a `<details>`. */
const FOLDED = ["market-", "orders-", "word-antiPhishingCode", "text-en", "short-en", "text-zh-", "short-zh-"].map(
  (id) => `id="${id}`,
);

const ACCEPTED: readonly Accepted[] = [
  {
    checker: "Nu HTML checker",
    rule: "Attribute “passwordrules” not allowed on element “input”",
    reason: "Safari's password generator reads it. The name is Apple's, and the standard has none.",
  },
  {
    checker: "Nu HTML checker",
    rule: "Section lacks heading",
    of: ["wide-table"],
    reason: "A wide table in a product's description scrolls. All such tables share one label.",
  },
  ...NEWER.map((property): Accepted => ({
    checker: "Nu HTML checker",
    rule: `CSS: ${property.replace(/^Property /, "")}: ${property} doesn't exist`,
    reason: NEWER_CSS,
  })),
  ...NEWER_RULES.map((rule): Accepted => ({ checker: "Nu HTML checker", rule: `CSS: ${rule}`, reason: NEWER_CSS })),
  {
    checker: "Siteimprove Alfa",
    rule: "sia-r113",
    of: ['id="market-status"', 'id="market-cycle"'],
    reason: "In a closed fold the filters have no size. Open, they are as high as every field.",
  },
  {
    checker: "IBM Equal Access",
    rule: "aria_content_in_landmark",
    reason: "The skip link and messages to the visitor come before every landmark.",
  },
  {
    checker: "IBM Equal Access",
    rule: "aria_form_label_unique",
    reason: "A form without a name is no landmark (HTML-AAM): screen readers do not list it.",
  },
  {
    checker: "IBM Equal Access",
    rule: "aria_landmark_name_unique",
    reason: "The same for a page with two forms without names.",
  },
  {
    checker: "IBM Equal Access",
    rule: "element_tabbable_role_valid",
    of: ["wide-table", '"2. '],
    reason: "Content that scrolls sideways must be reachable by keyboard; axe requires the `tabindex`.",
  },
  {
    checker: "IBM Equal Access",
    rule: "input_autocomplete_valid",
    of: ["register-email"],
    reason: "The e-mail address is the sign-in name, and password managers save the field marked `username`.",
  },
  {
    checker: "IBM Equal Access",
    rule: "input_checkboxes_grouped",
    of: ['name="ids"'],
    reason: "Each checkbox of the comparison is on the card of its product, not in a group.",
  },
  {
    checker: "IBM Equal Access",
    rule: "input_label_exists",
    of: FOLDED,
    reason: "The checker finds labels in an open `<details>`, but not in a closed one.",
  },
  {
    checker: "Siteimprove Alfa",
    rule: "sia-r57",
    reason: "No requirement of WCAG: messages to the visitor are before the landmarks.",
  },
  {
    checker: "Siteimprove Alfa",
    rule: "sia-r60",
    of: ["<details"],
    reason: "No requirement of WCAG: a `<details>` is named by its summary.",
  },
  {
    checker: "Siteimprove Alfa",
    rule: "sia-r61",
    reason: "No requirement of WCAG: while a sheet covers the page its own heading comes first.",
  },
  {
    checker: "Siteimprove Alfa",
    rule: "sia-r66",
    reason: "AAA: a contrast of 7:1. We promise AA, which axe and Alfa's rule 69 measure.",
  },
  {
    checker: "Siteimprove Alfa",
    rule: "sia-r73",
    reason: "AAA: the line height of a figure with its unit, which takes one line.",
  },
  {
    checker: "Siteimprove Alfa",
    rule: "sia-r78",
    reason: "AAA: a step without text yet, and a sheet's title directly above its error summary.",
  },
  {
    checker: "Siteimprove Alfa",
    rule: "sia-r111",
    reason:
      "AAA, 44 px: the checker also measures targets in a closed `<details>` or under a sheet. `smallTargets` measures the visible ones.",
  },
];

const isOf = ({ checker, rule, of }: Accepted, found: Finding): boolean =>
  checker === found.checker && found.rule.startsWith(rule) && (!of || of.some((part) => found.html.includes(part)));

/** The findings that are not accepted, once per rule and page. */
export function complaintsOf(found: readonly (Finding & { view: string })[]): string[] {
  const left = found.filter((one) => !ACCEPTED.some((accepted) => isOf(accepted, one)));
  return [
    ...new Set(left.map(({ checker, rule, view, html }) => `${checker}, ${view}: ${rule} ${html.slice(0, 200)}`)),
  ];
}

export const outdatedEntries = (checkers: readonly Checker[], found: readonly Finding[]): string[] =>
  ACCEPTED.filter((one) => checkers.includes(one.checker) && !found.some((finding) => isOf(one, finding))).map(
    ({ checker, rule }) => `${checker}: ${rule}`,
  );
