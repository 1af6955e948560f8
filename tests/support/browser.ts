import { documentOf, fieldOf, formOf, textOf, type Found } from "./html";
import { CookieJar, formRequest, pageRequest } from "./requests";
import { newAddress } from "./route-args";

/** What answers a browser: the app's own handler, or a server over HTTP. Follows no redirect. */
export type Site = (request: Request, clientAddress?: string) => Promise<Response>;

/** What a site answered: a document, the redirect instead of it, or a file. */
export class Page {
  readonly status: number;
  readonly headers: Headers;
  /** Where a redirect leads. */
  readonly location: string | null;
  readonly html: string;

  constructor(
    { status, headers }: Response,
    readonly bytes: Buffer,
  ) {
    this.status = status;
    this.headers = headers;
    this.location = headers.get("Location");
    this.html = bytes.toString("utf8");
  }

  /** The document, to ask for elements. */
  get document(): Found {
    return documentOf(this.html);
  }

  /** What a reader without style sees of it. */
  get text(): string {
    return textOf(this.document.find("body"));
  }

  /** The value of a form's field, as the browser would send it; undefined when there is no such field. */
  field(name: string): string | undefined {
    return fieldOf(this.html, name);
  }
}

/** A browser without scripts: it keeps cookies, has an address of its own, and follows no redirect. */
export class Browser {
  readonly #address = newAddress();

  constructor(
    readonly site: Site,
    locale?: string,
    readonly cookies = new CookieJar(),
  ) {
    if (locale !== undefined) this.cookies.set("ulan", locale);
  }

  /** Opens a page. */
  open(url: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#answer(pageRequest(url, { cookies: this.cookies, headers }));
  }

  /** Submits fields with the form token of a page that this browser has opened. */
  submit(url: string, fields: Record<string, string>, page: Pick<Page, "html">): Promise<Page> {
    return this.post(url, { ...fields, csrf: formOf(page.html, "[name=csrf]").fields.csrf });
  }

  /** Submits exactly these fields. */
  post(url: string, fields: Parameters<typeof formRequest>[1], headers: Record<string, string> = {}): Promise<Page> {
    return this.#answer(formRequest(url, fields, { cookies: this.cookies, headers }));
  }

  async #answer(request: Request): Promise<Page> {
    const response = await this.site(request, this.#address);
    this.cookies.take(response);
    return new Page(response, Buffer.from(await response.arrayBuffer()));
  }
}
