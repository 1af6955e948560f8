import { closest, controlsOf, formOf, isDisabled, isElement, parse, type Document, type Element } from "./elements";
import { submissionOf } from "./submission";
import type { Asked, Wire, WireResponse } from "./wire";

/** A tab of a browser without scripts or rendering, which parses documents, follows links and submits forms. */
export class Tab {
  document: Document = parse("");
  answer: WireResponse | undefined;
  url = new URL("about:blank");
  #before: URL[] = [];

  constructor(readonly wire: Wire) {}

  /** Opens an address as if it was typed. */
  goto(url: URL): Promise<WireResponse> {
    return this.#open({ method: "GET", url, headers: { "Sec-Fetch-Site": "none" } });
  }

  reload(): Promise<WireResponse> {
    return this.#open(this.answer?.asked ?? { method: "GET", url: this.url, headers: {} }, "here");
  }

  async goBack(): Promise<void> {
    const url = this.#before.pop();
    if (url) await this.#open({ method: "GET", url, headers: {} }, "here");
  }

  /** Opens an address from the page. Only addresses of this site get a Referer. */
  async #follow(asked: Omit<Asked, "headers">, headers: Record<string, string> = {}): Promise<void> {
    const from = new URL(this.url);
    const isOurs = from.origin === asked.url.origin;
    from.hash = "";
    const site = isOurs ? "same-origin" : "cross-site";
    const referer: Record<string, string> = isOurs ? { Referer: from.href } : {};
    await this.#open({ ...asked, headers: { "Sec-Fetch-Site": site, ...referer, ...headers } });
  }

  async #open(asked: Asked, place: "next" | "here" = "next"): Promise<WireResponse> {
    const response = await this.wire.navigate(asked);
    // A download leaves the page as it is.
    if (response.headers.get("Content-Disposition")?.startsWith("attachment")) return response;
    if (place === "next") this.#before.push(this.url);
    this.answer = response;
    this.document = parse(response.html);
    this.url = response.asked.url;
    return response;
  }

  /** Presses the link, button, box or summary that an element belongs to. */
  async press(element: Element): Promise<void> {
    const target = closest(element, "a", "button", "input", "summary");
    if (!target) return;
    const { name, attribs } = target;
    const form = formOf(this.document, target);
    if (name === "a" && attribs.href !== undefined) {
      await this.#follow({ method: "GET", url: new URL(attribs.href, this.url) });
    } else if (name === "summary" && isElement(target.parent)) toggle(target.parent, "open");
    else if (attribs.type === "radio") {
      for (const one of form ? controlsOf(this.document, form) : [])
        if (one.attribs.type === "radio" && one.attribs.name === attribs.name) delete one.attribs.checked;
      attribs.checked = "";
    } else if (attribs.type === "checkbox") toggle(target, "checked");
    else if (form && isSubmit(target)) await this.#submit(form, target);
  }

  /** Submits a form, unless the browser's own validation finds an error. */
  async #submit(form: Element, submitter: Element | undefined): Promise<void> {
    const checks = !("novalidate" in form.attribs) && !(submitter && "formnovalidate" in submitter.attribs);
    if (checks && controlsOf(this.document, form).some((one) => "required" in one.attribs && !one.attribs.value))
      return;
    const { type, ...asked } = await submissionOf(this.document, form, submitter, this.url);
    await this.#follow(asked, type === undefined ? {} : { "Content-Type": type, Origin: this.url.origin });
  }

  /** Handles Enter in a field: the first button submits the form, unless it is disabled. */
  async enter(field: Element): Promise<void> {
    const form = formOf(this.document, field);
    if (!form) return;
    const button = controlsOf(this.document, form).find(isSubmit);
    if (!button || !isDisabled(button)) await this.#submit(form, button);
  }
}

const isSubmit = ({ name, attribs }: Element): boolean =>
  name === "button" ? !["button", "reset"].includes(attribs.type ?? "") : name === "input" && attribs.type === "submit";

function toggle(element: Element, attribute: string): void {
  if (attribute in element.attribs) delete element.attribs[attribute];
  else element.attribs[attribute] = "";
}
