import { CALL_NAMES } from "./calls";
import { FAULT_KINDS } from "./faults";
import { escape, section } from "./inbox-html";

/** Faults that a form can describe; an arbitrary response needs the API. */
const FORM_FAULTS = FAULT_KINDS.filter((kind) => kind !== "answer");

const CAPTCHA_KINDS: readonly (readonly [kind: string, label: string])[] = [
  ["0", "0 none"],
  ["1", "1 slider"],
  ["2", "2 challenge"],
  ["9", "9 unknown to the web"],
];

const options = (values: readonly (readonly [value: string, label: string])[], chosen?: string) =>
  values
    .map(
      ([value, label]) =>
        `<option value="${escape(value)}"${value === chosen ? " selected" : ""}>${escape(label)}</option>`,
    )
    .join("");

const same = (values: readonly string[]) => values.map((value) => [value, value] as const);

const field = (label: string, input: string) => `<label>${escape(label)}${input}</label>`;

const form = (endpoint: string, title: string, fields: string, button: string) =>
  `<h3>${escape(title)}</h3><form method="post" action="/sandbox/${endpoint}">${fields}<button>${escape(button)}</button></form>`;

/** Returns forms for everything that tests do through the control API. */
export function panel(captchaKind: string, emails: readonly string[], symbols: readonly string[]): string {
  const everybody = `<option value="">everybody</option>`;
  return section(
    "Control panel",
    [
      form(
        "fail",
        "Make a call fail",
        field("Call", `<select name="call">${options(same(CALL_NAMES))}</select>`) +
          field("How", `<select name="kind">${options(same(FORM_FAULTS))}</select>`) +
          field("Code (error)", `<input name="code" size="7" inputmode="numeric">`) +
          field("Message (error)", `<input name="msg" size="18">`) +
          field("Delay ms (latency)", `<input name="ms" size="7" inputmode="numeric" placeholder="5000">`) +
          field("Times (blank: until healed)", `<input name="times" size="5" inputmode="numeric">`) +
          field("Only for", `<select name="account">${everybody}${options(same(emails))}</select>`),
        "Fail",
      ),
      form(
        "heal",
        "Heal",
        field("Call", `<select name="call"><option value="">all</option>${options(same(CALL_NAMES))}</select>`),
        "Heal",
      ),
      form(
        "captcha",
        "Captcha",
        field("Kind", `<select name="kind">${options(CAPTCHA_KINDS, captchaKind)}</select>`),
        "Set",
      ),
      form(
        "credit",
        "Let a deposit arrive",
        field("Account", `<select name="account">${options(same(emails))}</select>`) +
          field("Coin", `<select name="symbol">${options(same(symbols))}</select>`) +
          field("Amount", `<input name="amount" size="10" inputmode="decimal" value="1000">`),
        "Deposit",
      ),
      form(
        "expire",
        "End sessions",
        field("Of", `<select name="account">${everybody}${options(same(emails))}</select>`),
        "End",
      ),
      form(
        "advance",
        "Move the clock on",
        field(
          "By",
          `<select name="ms">${options([
            ["60000", "1 minute"],
            ["600000", "10 minutes"],
            ["86400000", "1 day"],
            ["2592000000", "30 days"],
          ])}</select>`,
        ),
        "Move",
      ),
      form("reset", "Back to the beginning (all data is lost)", "", "Reset"),
    ].join("\n"),
  );
}
