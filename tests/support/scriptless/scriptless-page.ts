import type { CookieJar } from "../requests";
import { closest, isDisabled, isElement, isHidden, oneLine, textOf, valueOf, type Element } from "./elements";
import { pickedFiles, type Picked } from "./submission";
import { Tab } from "./tab";
import type { Wire, WireResponse } from "./wire";

/** The browser of a page: `ScriptlessContext`. */
interface Browser {
  readonly wire: Wire;
  readonly jar: CookieJar;
  readonly baseURL: string;
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<WireResponse>;
}

/**
 * A page of a browser without scripts, with the Playwright methods that shared steps use. No method waits, because
 * nothing changes after a response.
 */
export class ScriptlessPage {
  readonly tab: Tab;

  constructor(readonly visitor: Browser) {
    this.tab = new Tab(visitor.wire);
  }

  context = () => this.visitor;
  /** Makes requests outside of a page, as in Playwright. */
  readonly request = {
    post: async (
      path: string,
      { form, headers }: { form: Record<string, string>; headers?: Record<string, string> },
    ) => {
      const response = await this.visitor.post(path, form, headers);
      return { status: () => response.status, headers: () => Object.fromEntries(response.headers) };
    },
  };

  url = () => this.tab.url.href;
  content = () => Promise.resolve(this.tab.answer?.html ?? "");
  goto = (path: string) => this.tab.goto(new URL(path, this.visitor.baseURL));
  reload = () => this.tab.reload();
  goBack = () => this.tab.goBack();

  /** @throws Error if the page has another address */
  async waitForURL(wanted: string | RegExp): Promise<void> {
    const isThere =
      wanted instanceof RegExp ? wanted.test(this.url()) : this.url() === new URL(wanted, this.visitor.baseURL).href;
    if (!isThere) throw new Error(`The page is at ${this.url()} instead of ${String(wanted)}`);
  }

  locator(selector: string, options: Options = {}): ScriptlessLocator {
    const find = () => this.tab.document(selector).toArray().filter(isElement);
    return new ScriptlessLocator(this.tab, find, selector).filter(options);
  }

  fill = (selector: string, value: string) => this.locator(selector).fill(value);
  setInputFiles = (selector: string, file: Picked) => this.locator(selector).setInputFiles(file);
}

interface Options {
  has?: ScriptlessLocator;
  hasText?: string;
}

/** Works like Playwright's locator on a parsed document: it searches for its elements at each use. */
class ScriptlessLocator {
  constructor(
    readonly tab: Tab,
    readonly find: () => Element[],
    /** The description of its selection, for error messages. */
    readonly message: string,
  ) {}

  #on(message: string, find: (found: Element[]) => Element[]): ScriptlessLocator {
    return new ScriptlessLocator(this.tab, () => find(this.find()), `${this.message} ${message}`);
  }

  locator(selector: string, options: Options = {}): ScriptlessLocator {
    return this.#on(selector, (found) => this.tab.document(found).find(selector).toArray()).filter(options);
  }

  filter({ has, hasText }: Options): ScriptlessLocator {
    if (!has && hasText === undefined) return this;
    return this.#on("filter", (found) =>
      found.filter((element) => {
        if (hasText !== undefined && !textOf(element).includes(oneLine(hasText))) return false;
        return !has || has.find().some((inner) => this.tab.document.contains(element, inner));
      }),
    );
  }

  first = () => this.nth(0);
  last = () => this.#on("last", (found) => found.slice(-1));
  nth = (index: number) => this.#on(`nth ${index}`, (found) => found.slice(index, index + 1));
  count = () => Promise.resolve(this.find().length);
  all = () => Promise.resolve(this.find().map((_, index) => this.nth(index)));
  isVisible = () => Promise.resolve(this.find().some((element) => !isHidden(element)));
  inputValue = () => this.#read((element) => valueOf(this.tab.document, element));
  getAttribute = (name: string) => this.#read((element) => element.attribs[name] ?? null);
  textContent = () => this.#read((element) => this.tab.document(element).text());
  innerText = () => this.#read(textOf);

  /** @throws Error if the single element is not visible, or an element that should be absent exists */
  async waitFor({ state = "visible" }: { state?: "visible" | "detached" } = {}): Promise<void> {
    if (state === "detached" && this.find().length > 0) throw new Error(`${this.message} is still there`);
    if (state === "visible" && isHidden(this.#one())) throw new Error(`${this.message} cannot be seen`);
  }

  /** Finds the only such element. @throws Error if none or several match */
  #one(): Element {
    const [element, ...more] = this.find();
    if (!element || more.length > 0)
      throw new Error(`${element ? more.length + 1 : "No"} elements are ${this.message}`);
    return element;
  }

  // This rejects instead of throwing, as Playwright's methods do.
  async #read<T>(read: (element: Element) => T): Promise<T> {
    return read(this.#one());
  }

  #usable(): Element {
    const element = this.#one();
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
  }

  async check(): Promise<void> {
    const box = this.#usable();
    if (!("checked" in box.attribs)) await this.tab.press(box);
  }

  async selectOption(value: string): Promise<void> {
    const options = this.tab.document(this.#usable()).find("option").toArray();
    const option = options.find((one) => (one.attribs.value ?? textOf(one)) === value);
    if (!option || isDisabled(option)) throw new Error(`${this.message} has no option ${value}`);
    for (const one of options) delete one.attribs.selected;
    option.attribs.selected = "";
  }

  async setInputFiles(file: Picked): Promise<void> {
    pickedFiles.set(this.#usable(), file);
  }

  /** Presses Enter in a field, which submits its form. */
  async press(key: "Enter"): Promise<void> {
    const element = this.#usable();
    if (closest(element, "input") !== element) throw new Error(`${key} works only in fields`);
    await this.tab.enter(element);
  }
}
