import { isExposed, labelsOf, levelOf, nameOf, roleOf } from "./accessible-names";
import {
  inOrder,
  isControl,
  isDisabled,
  isElement,
  isHidden,
  lineage,
  oneLine,
  textOf,
  valueOf,
  type Element,
} from "./elements";
import { pickedFiles, type Picked } from "./submission";
import type { Tab } from "./tab";

export type Wanted = string | RegExp;

interface Options {
  has?: ScriptlessLocator;
  hasText?: Wanted;
}

/** Whether a text is the wanted one: a string as part of it in any case, unless it must be exact. */
export function fits(text: string, wanted: Wanted, exact = false): boolean {
  if (wanted instanceof RegExp) return wanted.test(text);
  const words = oneLine(wanted);
  return exact ? text === words : text.toLowerCase().includes(words.toLowerCase());
}

/** Playwright's locator over a parsed document: it looks for its elements again at each use. */
export class ScriptlessLocator {
  constructor(
    readonly tab: Tab,
    readonly find: () => Element[],
    /** How it was asked for, for messages. */
    readonly message: string,
  ) {}

  #on(message: string, find: (found: Element[]) => Element[]): ScriptlessLocator {
    return new ScriptlessLocator(this.tab, () => find(this.find()), `${this.message}.${message}`);
  }

  #within(found: Element[], selector: string): Element[] {
    return inOrder(this.tab.document, this.tab.document(found).find(selector).toArray());
  }

  #below(message: string, isWanted: (element: Element) => boolean): ScriptlessLocator {
    return this.#on(message, (found) => this.#within(found, "*").filter(isWanted));
  }

  locator(selector: string, options: Options = {}): ScriptlessLocator {
    return this.#on(`locator(${selector})`, (found) => this.#within(found, selector)).filter(options);
  }

  filter({ has, hasText }: Options): ScriptlessLocator {
    if (!has && hasText === undefined) return this;
    return this.#on("filter()", (found) =>
      found.filter((element) => {
        if (hasText !== undefined && !fits(textOf(element), hasText)) return false;
        return !has || has.find().some((inner) => inner !== element && lineage(inner).includes(element));
      }),
    );
  }

  getByRole(role: string, options: { name?: Wanted; exact?: boolean; level?: number } = {}): ScriptlessLocator {
    const { name, exact, level } = options;
    return this.#below(`getByRole(${role}, ${String(name)})`, (element) => {
      if (roleOf(element) !== role || !isExposed(element)) return false;
      if (level !== undefined && levelOf(element) !== level) return false;
      return name === undefined || fits(nameOf(this.tab.document, element), name, exact);
    });
  }

  getByLabel(text: Wanted, { exact }: { exact?: boolean } = {}): ScriptlessLocator {
    return this.#below(`getByLabel(${String(text)})`, (element) => {
      const { attribs } = element;
      if (attribs["aria-labelledby"]) return fits(nameOf(this.tab.document, element), text, exact);
      const labels = labelsOf(this.tab.document, element).map(textOf);
      const message = attribs["aria-label"] === undefined ? [] : [attribs["aria-label"]];
      return [...(isControl(element) ? labels : []), ...message].some((label) => fits(label, text, exact));
    });
  }

  getByText(text: Wanted, { exact }: { exact?: boolean } = {}): ScriptlessLocator {
    const label = (element: Element) => fits(textOf(element), text, exact);
    const inner = (element: Element) => element.children.some((child) => isElement(child) && label(child));
    // The container itself may have the text.
    return this.#on(`getByText(${String(text)})`, (found) =>
      inOrder(this.tab.document, [...found, ...this.#within(found, "*")]).filter((one) => label(one) && !inner(one)),
    );
  }

  first = () => this.nth(0);
  last = () => this.#on("last()", (found) => found.slice(-1));
  nth = (index: number) => this.#on(`nth(${index})`, (found) => found.slice(index, index + 1));
  count = () => Promise.resolve(this.find().length);
  all = () => Promise.resolve(this.find().map((_, index) => this.nth(index)));
  isVisible = () => Promise.resolve(this.find().some((element) => !isHidden(element)));
  inputValue = () => this.#read((element) => valueOf(this.tab.document, element));
  getAttribute = (name: string) => this.#read((element) => element.attribs[name] ?? null);
  textContent = () => this.#read((element) => this.tab.document(element).text());
  innerText = () => this.#read(textOf);
  allInnerTexts = () => Promise.resolve(this.find().map(textOf));

  /** The one element. @throws Error when there are none or several */
  one(): Element {
    const [element, ...more] = this.find();
    if (!element || more.length > 0)
      throw new Error(`${element ? more.length + 1 : "No"} elements are ${this.message}`);
    return element;
  }

  // Rejects instead of throwing, as Playwright's methods do.
  async #read<T>(read: (element: Element) => T): Promise<T> {
    return read(this.one());
  }

  #usable(): Element {
    const element = this.one();
    if (isHidden(element)) throw new Error(`${this.message} cannot be seen`);
    if (isDisabled(element)) throw new Error(`${this.message} is disabled`);
    return element;
  }

  async click(): Promise<void> {
    await this.tab.press(this.#usable());
  }

  async fill(value: string): Promise<void> {
    const field = this.#usable();
    if ("readonly" in field.attribs) throw new Error(`${this.message} cannot be edited`);
    const typed = "maxlength" in field.attribs ? value.slice(0, Number(field.attribs.maxlength)) : value;
    if (field.name === "textarea") this.tab.document(field).text(typed);
    else field.attribs.value = typed;
    this.tab.focused = field;
  }

  async pressSequentially(text: string): Promise<void> {
    await this.fill(valueOf(this.tab.document, this.one()) + text);
  }

  async check(): Promise<void> {
    const box = this.#usable();
    if (!("checked" in box.attribs)) await this.tab.press(box);
  }

  async uncheck(): Promise<void> {
    const box = this.#usable();
    if ("checked" in box.attribs) await this.tab.press(box);
  }

  async selectOption(wanted: string | { label?: string; value?: string }): Promise<void> {
    const options = this.tab.document(this.#usable()).find("option").toArray();
    const { label, value } = typeof wanted === "string" ? { label: wanted, value: wanted } : wanted;
    const option =
      options.find((one) => (one.attribs.value ?? textOf(one)) === value) ??
      options.find((one) => textOf(one) === label);
    if (!option || isDisabled(option)) throw new Error(`${this.message} has no such option`);
    for (const one of options) delete one.attribs.selected;
    option.attribs.selected = "";
  }

  async setInputFiles(files: Picked | Picked[]): Promise<void> {
    pickedFiles.set(this.#usable(), Array.isArray(files) ? files : [files]);
  }

  async focus(): Promise<void> {
    this.tab.focused = this.one();
  }

  /** Enter sends the form of a field by its first button, and else presses what has the focus; Space ticks. */
  async press(key: string): Promise<void> {
    const element = this.one();
    if (isDisabled(element)) throw new Error(`${this.message} is disabled`);
    const isField = element.name === "input" && !/^(checkbox|radio|submit)$/.test(element.attribs.type ?? "");
    if (key === "Space" || (key === "Enter" && !isField)) return this.tab.press(element);
    if (key !== "Enter") throw new Error(`A scriptless browser over HTTP does not know the key ${key}`);
    await this.tab.enter(element);
  }

  toString(): string {
    return this.message;
  }
}
