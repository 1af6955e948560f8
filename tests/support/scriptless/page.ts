import { controlsOf, formOf, isDisabled, isSubmit, lineage, parse, type Document, type Element } from "./dom";
import { ScriptlessLocator } from "./locator";
import { submissionOf } from "./sending";
import { ScriptlessAnswer } from "./answer";
import type { ScriptlessContext } from "./context";
import type { Answer, Asked } from "./wire";

/** What a browser says of itself when a visitor opens a document. */
const DOCUMENT_HEADERS = { Accept: "text/html,application/xhtml+xml", "Upgrade-Insecure-Requests": "1" };
const FETCH_METADATA = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1" };

/**
 * A page in a browser without scripts, over HTTP and without an engine: it parses a document, follows its links and sends its forms.
 * It has the names of Playwright's page, so that a journey is written once for both.
 */
export class ScriptlessPage {
  document: Document = parse("");
  focused: Element | undefined;
  #answer: Answer | undefined;
  #url = new URL("about:blank");
  /** Where the visitor was, and at which of it they are. */
  #history: URL[] = [];
  #at = -1;

  constructor(readonly visitor: ScriptlessContext) {}

  context = () => this.visitor;
  get request() {
    return this.visitor.request;
  }

  url = () => this.#url.href;
  content = () => Promise.resolve(this.#answer?.body.toString("utf8") ?? "");
  title = () => Promise.resolve(this.document("head > title").text());
  close = () => Promise.resolve();
  waitForLoadState = () => Promise.resolve();

  on(event: "request" | "response", tell: (what: ScriptlessAnswer) => void): void {
    this.visitor.on(event, tell);
  }

  /** The next answer that fits. */
  waitForResponse(isWanted: (answer: ScriptlessAnswer) => boolean): Promise<ScriptlessAnswer> {
    return new Promise((resolve) => {
      this.visitor.on("response", (answer) => {
        if (isWanted(answer)) resolve(answer);
      });
    });
  }

  #root = () => new ScriptlessLocator(this, () => this.document("html").toArray(), "page");
  locator: ScriptlessLocator["locator"] = (...asked) => {
    const [selector, options] = asked;
    const find = () =>
      this.document(selector)
        .toArray()
        .filter((node): node is Element => "attribs" in node);
    return new ScriptlessLocator(this, find, `locator(${selector})`).filter(options ?? {});
  };
  getByRole: ScriptlessLocator["getByRole"] = (...asked) => this.#root().getByRole(...asked);
  getByLabel: ScriptlessLocator["getByLabel"] = (...asked) => this.#root().getByLabel(...asked);
  getByText: ScriptlessLocator["getByText"] = (...asked) => this.#root().getByText(...asked);
  fill = (selector: string, value: string) => this.locator(selector).fill(value);
  setInputFiles = (...[selector, files]: [string, Parameters<ScriptlessLocator["setInputFiles"]>[0]]) =>
    this.locator(selector).setInputFiles(files);

  /** Elements once each, in the order of the document. */
  inOrder(elements: readonly unknown[]): Element[] {
    const found = new Set<unknown>(elements);
    return this.document("*")
      .toArray()
      .filter((element): element is Element => found.has(element));
  }

  contains = (outer: Element, inner: Element): boolean => lineage(inner).includes(outer);

  /** Opens an address, as one that was typed. */
  async goto(path: string): Promise<ScriptlessAnswer> {
    return this.#open({
      method: "GET",
      url: new URL(path, this.visitor.baseURL),
      headers: { "Sec-Fetch-Site": "none" },
    });
  }

  async reload(): Promise<ScriptlessAnswer> {
    const asked = this.#answer?.asked ?? { method: "GET" as const, url: this.#url, headers: {} };
    return this.#open(asked, "here");
  }

  goBack = () => this.#go(-1);
  goForward = () => this.#go(1);

  async #go(steps: number): Promise<ScriptlessAnswer | null> {
    const url = this.#history[this.#at + steps];
    if (!url) return null;
    this.#at += steps;
    return this.#open({ method: "GET", url, headers: {} }, "here");
  }

  /** Goes where the page leads: only what is this site's own is told where from. */
  async #follow(asked: Omit<Asked, "headers">, headers: Record<string, string> = {}): Promise<void> {
    const from = new URL(this.#url);
    const isOurs = from.origin === asked.url.origin;
    from.hash = "";
    const site = isOurs ? "same-origin" : "cross-site";
    const told: Record<string, string> = isOurs ? { Referer: from.href } : {};
    await this.#open({ ...asked, headers: { "Sec-Fetch-Site": site, ...told, ...headers } });
  }

  async #open(asked: Asked, place: "next" | "here" = "next"): Promise<ScriptlessAnswer> {
    const headers = { ...DOCUMENT_HEADERS, ...FETCH_METADATA, ...asked.headers };
    const answer = await this.visitor.wire.ask({ ...asked, headers });
    // A download leaves the page as it is.
    if (/^attachment/.test(answer.headers["content-disposition"] ?? "")) return new ScriptlessAnswer(answer);
    this.#answer = answer;
    this.#url = answer.asked.url;
    this.document = parse(answer.body.toString("utf8"));
    this.focused = this.document("[autofocus]").get(0);
    if (place === "next") this.#history = [...this.#history.slice(0, (this.#at += 1)), this.#url];
    else this.#history[this.#at] = this.#url;
    this.#lookAtFragment();
    return new ScriptlessAnswer(answer);
  }

  /** A fragment's element has the focus next, or has it if it takes one. */
  #lookAtFragment(): void {
    const id = decodeURIComponent(this.#url.hash.slice(1));
    const [element] = id ? this.document(`[id="${id}"]`).toArray() : [];
    if (element) this.focused = element;
  }

  /** What a press on an element does. */
  async press(element: Element): Promise<void> {
    const target = ScriptlessLocator.target(element);
    if (!target) return;
    const { name, attribs } = target;
    const type = attribs.type ?? "";
    if (name === "a" && attribs.href !== undefined) {
      const url = new URL(attribs.href, this.#url);
      const isHere = attribs.href.startsWith("#") && url.pathname === this.#url.pathname;
      if (!isHere) return this.#follow({ method: "GET", url });
      this.#url = url;
      this.#history = [...this.#history.slice(0, (this.#at += 1)), url];
      this.#lookAtFragment();
    } else if (name === "label") {
      const control = this.document(`[id="${attribs.for ?? ""}"]`).get(0) ?? this.document(target).find("input").get(0);
      if (control) await this.press(control);
    } else if (name === "summary") {
      const { parent } = target;
      if (parent && "attribs" in parent) toggle(parent, "open");
    } else if (type === "radio") {
      const form = formOf(this.document, target);
      const group = form ? controlsOf(this.document, form) : this.document("input").toArray();
      for (const one of group)
        if (one.attribs.type === "radio" && one.attribs.name === attribs.name) delete one.attribs.checked;
      attribs.checked = "";
    } else if (type === "checkbox") toggle(target, "checked");
    else if (isSubmit(target) && !isDisabled(target)) {
      const form = formOf(this.document, target);
      if (form) await this.submit(form, target);
    } else this.focused = target;
  }

  /** Sends a form. One that the browser itself would check first, and that lacks something, is not sent. */
  async submit(form: Element, submitter: Element | undefined): Promise<void> {
    const checks = !("novalidate" in form.attribs) && !(submitter && "formnovalidate" in submitter.attribs);
    if (checks && controlsOf(this.document, form).some((one) => "required" in one.attribs && !one.attribs.value))
      return;
    const { type, ...asked } = await submissionOf(this.document, form, submitter, this.#url);
    const headers: Record<string, string> =
      type === undefined ? {} : { "Content-Type": type, Origin: this.#url.origin };
    await this.#follow(asked, headers);
  }
}

function toggle(element: Element, attribute: string): void {
  if (attribute in element.attribs) delete element.attribs[attribute];
  else element.attribs[attribute] = "";
}
