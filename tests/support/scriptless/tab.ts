import {
  closest,
  controlsOf,
  formOf,
  isDisabled,
  isElement,
  isSubmit,
  parse,
  type Document,
  type Element,
} from "./elements";
import { submissionOf } from "./submission";
import type { WireResponse, Asked, Wire } from "./wire";

/**
 * A browser without scripts or an engine: it parses a document, follows its links and sends its forms over HTTP. Pages
 * and locators offer that under Playwright's names.
 */
export class Tab {
  document: Document = parse("");
  focused: Element | undefined;
  answer: WireResponse | undefined;
  url = new URL("about:blank");
  /** The history, and the current place in it. */
  #history: URL[] = [];
  #at = -1;

  constructor(readonly wire: Wire) {}

  /** Opens an address, as one that was typed. */
  goto(url: URL): Promise<WireResponse> {
    return this.#open({ method: "GET", url, headers: { "Sec-Fetch-Site": "none" } });
  }

  reload(): Promise<WireResponse> {
    return this.#open(this.answer?.asked ?? { method: "GET", url: this.url, headers: {} }, "here");
  }

  /** Goes back or forward; nowhere when the visitor has not been there. */
  async go(steps: number): Promise<WireResponse | undefined> {
    const url = this.#history[this.#at + steps];
    if (!url) return undefined;
    this.#at += steps;
    return this.#open({ method: "GET", url, headers: {} }, "here");
  }

  /** Opens an address that the page leads to; only addresses of this site get a Referer. */
  async #follow(asked: Omit<Asked, "headers">, headers: Record<string, string> = {}): Promise<void> {
    const from = new URL(this.url);
    const isOurs = from.origin === asked.url.origin;
    from.hash = "";
    const site = isOurs ? "same-origin" : "cross-site";
    const message: Record<string, string> = isOurs ? { Referer: from.href } : {};
    await this.#open({ ...asked, headers: { "Sec-Fetch-Site": site, ...message, ...headers } });
  }

  async #open(asked: Asked, place: "next" | "here" = "next"): Promise<WireResponse> {
    const response = await this.wire.navigate(asked);
    // A download leaves the page as it is.
    if (response.headers.get("Content-Disposition")?.startsWith("attachment")) return response;
    this.answer = response;
    this.document = parse(response.html);
    this.focused = this.document("[autofocus]").get(0);
    this.#arrive(response.asked.url, place);
    return response;
  }

  /** Adds an address to the history. The focus goes to the element of its fragment, or to the next that can have it. */
  #arrive(url: URL, place: "next" | "here" = "next"): void {
    this.url = url;
    if (place === "next") this.#history = this.#history.slice(0, (this.#at += 1));
    this.#history[this.#at] = url;
    const id = decodeURIComponent(url.hash.slice(1));
    const [element] = id ? this.document(`[id="${id}"]`).toArray() : [];
    if (element) this.focused = element;
  }

  /** Does what a press on an element does to the link, button, box or summary that it belongs to. */
  async press(element: Element): Promise<void> {
    const target = closest(element, "a", "button", "input", "summary", "label", "option");
    if (!target) return;
    const { name, attribs } = target;
    if (name === "a" && attribs.href !== undefined) {
      const url = new URL(attribs.href, this.url);
      const isHere = attribs.href.startsWith("#") && url.pathname === this.url.pathname;
      if (!isHere) return this.#follow({ method: "GET", url });
      this.#arrive(url);
    } else if (name === "label") {
      const control = this.document(`[id="${attribs.for ?? ""}"]`).get(0) ?? this.document(target).find("input").get(0);
      if (control) await this.press(control);
    } else if (name === "summary") {
      if (isElement(target.parent)) toggle(target.parent, "open");
    } else if (attribs.type === "radio") {
      const form = formOf(this.document, target);
      const group = form ? controlsOf(this.document, form) : this.document("input").toArray();
      for (const one of group)
        if (one.attribs.type === "radio" && one.attribs.name === attribs.name) delete one.attribs.checked;
      attribs.checked = "";
    } else if (attribs.type === "checkbox") toggle(target, "checked");
    else if (isSubmit(target) && !isDisabled(target)) {
      const form = formOf(this.document, target);
      if (form) await this.submit(form, target);
    } else this.focused = target;
  }

  /** Sends a form, unless the browser's own check finds that something is missing. */
  async submit(form: Element, submitter: Element | undefined): Promise<void> {
    const checks = !("novalidate" in form.attribs) && !(submitter && "formnovalidate" in submitter.attribs);
    if (checks && controlsOf(this.document, form).some((one) => "required" in one.attribs && !one.attribs.value))
      return;
    const { type, ...asked } = await submissionOf(this.document, form, submitter, this.url);
    await this.#follow(asked, type === undefined ? {} : { "Content-Type": type, Origin: this.url.origin });
  }

  /** Enter in a field: the first button sends its form, unless it is disabled. */
  async enter(field: Element): Promise<void> {
    const form = formOf(this.document, field);
    if (!form) return;
    const button = controlsOf(this.document, form).find(isSubmit);
    if (!button || !isDisabled(button)) await this.submit(form, button);
  }
}

function toggle(element: Element, attribute: string): void {
  if (attribute in element.attribs) delete element.attribs[attribute];
  else element.attribs[attribute] = "";
}
