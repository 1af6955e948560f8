import { HtmlValidate, type ConfigData } from "html-validate";

/** The recommended rules, except those that contradict how React writes HTML. */
const HTML: ConfigData = {
  extends: ["html-validate:recommended"],
  rules: {
    // The boxes of a list are one choice, with several values.
    "form-dup-name": ["error", { shared: ["radio", "button", "reset", "submit", "checkbox"] }],
    // React closes void elements with a slash, writes charSet as its own name for it, and boolean attributes as empty.
    "void-style": ["error", { style: "selfclosing" }],
    "attr-case": "off",
    "attribute-boolean-style": ["error", { style: "empty" }],
  },
};

const validator = new HtmlValidate(HTML);

/** So are the hidden fields that say which boxes were ticked before, which the rule cannot be given. */
const TICKED_BEFORE = 'Duplicate form control name "was"';

/** The errors in a page's HTML as the server wrote it. */
export async function faultsOf(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages
      .filter(({ message }) => message !== TICKED_BEFORE)
      .map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
