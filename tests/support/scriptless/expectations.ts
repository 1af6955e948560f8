import { expect as playwright } from "@playwright/test";
import { descriptionOf, nameOf } from "./accessible-names";
import { isDisabled, isHidden, oneLine, textOf, valueOf, type Element } from "./elements";
import { fits, ScriptlessLocator, type Wanted } from "./locator";
import { ScriptlessPage } from "./scriptless-page";

interface Verdict {
  pass: boolean;
  received: unknown;
}

/** Whether texts are the wanted ones: one for one element, a list for all of them. */
function compare(found: string[], wanted: Wanted | Wanted[], isFit: typeof same): Verdict {
  if (!Array.isArray(wanted)) return { pass: found.length === 1 && isFit(found[0] ?? "", wanted), received: found };
  const pass = found.length === wanted.length && wanted.every((one, index) => isFit(found[index] ?? "", one));
  return { pass, received: found };
}

const isExactly = (text: string, wanted: Wanted): boolean => fits(text, wanted, true);
const isPart = (text: string, wanted: Wanted): boolean =>
  typeof wanted === "string" ? text.includes(oneLine(wanted)) : wanted.test(text);

/** Playwright's expectations of elements, of one at most unless they are about a list. */
const ELEMENTS = {
  toHaveCount: (on, count) => ({ pass: on.find().length === count, received: on.find().length }),
  toHaveText: (on, wanted) => compare(on.find().map(textOf), wanted as Wanted, isExactly),
  toContainText: (on, wanted) => compare(on.find().map(textOf), wanted as Wanted, isPart),
  toBeVisible: (on) => ({ pass: some(on, (element) => !isHidden(element)), received: states(on) }),
  toBeHidden: (on) => ({ pass: !some(on, (element) => !isHidden(element)), received: states(on) }),
  toHaveValue: (on, wanted) =>
    compare(
      on.find().map((one) => valueOf(on.tab.document, one)),
      wanted as Wanted,
      same,
    ),
  toHaveAttribute(on, name, wanted) {
    const received = on.one().attribs[String(name)];
    const isFit = wanted === undefined ? true : same(received ?? "", wanted as Wanted);
    return { pass: received !== undefined && isFit, received };
  },
  toHaveAccessibleName: (on, wanted) =>
    compare(
      on.find().map((one) => nameOf(on.tab.document, one)),
      wanted as Wanted,
      isExactly,
    ),
  toHaveAccessibleDescription: (on, wanted) =>
    compare(
      on.find().map((one) => descriptionOf(on.tab.document, one)),
      wanted as Wanted,
      isExactly,
    ),
  toBeDisabled: (on) => ({ pass: isDisabled(on.one()), received: states(on) }),
  toBeEnabled: (on) => ({ pass: !isDisabled(on.one()), received: states(on) }),
  toBeEditable: (on) => ({ pass: !isDisabled(on.one()) && !("readonly" in on.one().attribs), received: states(on) }),
  toBeChecked: (on) => ({ pass: "checked" in on.one().attribs, received: states(on) }),
  toBeFocused: (on) => ({ pass: on.tab.focused === on.one(), received: on.tab.focused?.attribs }),
} satisfies Record<string, (on: ScriptlessLocator, ...wanted: unknown[]) => Verdict>;

const PAGES = {
  toHaveURL(page, wanted) {
    const received = page.url();
    if (wanted instanceof RegExp) return { pass: wanted.test(received), received };
    return { pass: received === new URL(String(wanted), page.visitor.baseURL).href, received };
  },
  toHaveTitle(page, wanted) {
    const received = oneLine(page.tab.document("head > title").text());
    return { pass: isExactly(received, wanted as Wanted), received };
  },
} satisfies Record<string, (on: ScriptlessPage, ...wanted: unknown[]) => Verdict>;

const same = (text: string, wanted: Wanted): boolean =>
  typeof wanted === "string" ? text === wanted : wanted.test(text);
const show = (value: unknown): string => (value instanceof RegExp ? String(value) : JSON.stringify(value));
const states = (on: ScriptlessLocator) => on.find().map(({ name, attribs }) => ({ name, attribs }));

/** Of a single element, since Playwright refuses to guess which of several is meant. */
function some(on: ScriptlessLocator, isWanted: (element: Element) => boolean): boolean {
  const found = on.find();
  if (found.length > 1) throw new Error(`${found.length} elements are ${on.message}`);
  return found.some(isWanted);
}

/** The expectations of something in a scriptless browser. They never wait: a response is there or not. */
function expectationsOf(
  actual: ScriptlessLocator | ScriptlessPage,
  message: string | undefined,
  expect: typeof playwright.soft,
) {
  const matchers = actual instanceof ScriptlessPage ? PAGES : ELEMENTS;
  const where = actual instanceof ScriptlessPage ? actual.url() : actual.message;
  const of = (isWanted: boolean) =>
    Object.fromEntries(
      Object.entries(matchers).map(([name, judge]) => [
        name,
        async (...wanted: unknown[]) => {
          const { pass, received } = (judge as (on: typeof actual, ...wanted: unknown[]) => Verdict)(actual, ...wanted);
          if (pass === isWanted) return;
          const text = `${message ? `${message}: ` : ""}expect(${where})${isWanted ? "" : ".not"}.${name}`;
          expect(undefined, `${text}\nwanted: ${show(wanted[0])}\nreceived: ${show(received)}`).toBeDefined();
        },
      ]),
    );
  return { ...of(true), not: of(false) };
}

const isScriptless = (actual: unknown): actual is ScriptlessLocator | ScriptlessPage =>
  actual instanceof ScriptlessLocator || actual instanceof ScriptlessPage;

const either =
  (expect: typeof playwright.soft) =>
  (actual: unknown, message?: string): unknown =>
    isScriptless(actual) ? expectationsOf(actual, message, expect) : expect(actual, message);

/** Playwright's `expect`, which knows the pages and elements of a scriptless browser too. */
export const expect = new Proxy(playwright, {
  apply: (_, __, [actual, message]: [unknown, string?]) => either(playwright)(actual, message),
  get: (target, name) => (name === "soft" ? either(playwright.soft) : (Reflect.get(target, name) as unknown)),
});
