import { formOf } from "../html";
import type { CookieJar } from "../requests";
import { ScriptlessRequest, ScriptlessResponse } from "./response";
import { urlencoded } from "./submission";
import { Wire, type WireResponse, type Carry } from "./wire";

interface RequestOptions {
  form?: Record<string, string>;
  data?: string | Buffer;
  headers?: Record<string, string>;
  maxRedirects?: number;
}

/** Names and values; an array repeats the name, `undefined` leaves the field out. */
type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A visitor: cookies, the headers of their browser, and the requests that need no page. */
export class ScriptlessVisitor {
  readonly wire: Wire;
  readonly jar: CookieJar;

  /**
   * @param baseURL what paths are relative to
   * @param options those of `Wire`
   */
  constructor(
    readonly baseURL: string,
    { headers, cookies, carry }: { headers?: Record<string, string>; cookies?: CookieJar; carry?: Carry } = {},
  ) {
    this.wire = new Wire(headers, cookies, carry);
    this.jar = this.wire.cookies;
  }

  /** Opens a page; gives the first response, also one that leads on. */
  open(path: string, headers: Record<string, string> = {}): Promise<WireResponse> {
    const message = { "Sec-Fetch-Site": "none", ...headers };
    return this.wire.navigate({ method: "GET", url: new URL(path, this.baseURL), headers: message }, 0);
  }

  /** Submits exactly these fields, as a form of this site; gives the first response. */
  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<WireResponse> {
    const url = new URL(path, this.baseURL);
    const entries = Object.entries(fields).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    const { body, type } = urlencoded(entries);
    const message = { "Sec-Fetch-Site": "same-origin", Origin: url.origin, "Content-Type": type, ...headers };
    return this.wire.navigate({ method: "POST", url, headers: message, body }, 0);
  }

  /** Submits fields with the form token of a page that was opened. */
  submit(path: string, fields: Fields, page: Pick<WireResponse, "html">): Promise<WireResponse> {
    return this.post(path, { ...fields, csrf: formOf(page.html, "[name=csrf]").fields.csrf });
  }

  cookies = () => Promise.resolve(this.jar.all());
  close = () => Promise.resolve();

  addCookies(cookies: { name: string; value: string }[]): Promise<void> {
    for (const { name, value } of cookies) this.jar.set(name, value);
    return Promise.resolve();
  }

  clearCookies({ name }: { name?: string } = {}): Promise<void> {
    for (const cookie of this.jar.all()) if (name === undefined || cookie.name === name) this.jar.delete(cookie.name);
    return Promise.resolve();
  }

  /** Reports requests and responses; a browser's other events never happen without scripts. */
  on(event: string, tell: (what: ScriptlessResponse) => void): void {
    if (event === "request") this.wire.on(event, (asked) => tell(new ScriptlessRequest(asked) as ScriptlessResponse));
    if (event === "response") this.wire.on(event, (response) => tell(new ScriptlessResponse(response)));
  }

  /** Playwright's requests outside of any page. */
  readonly request = {
    get: (path: string, options: RequestOptions = {}) => this.#ask("GET", path, options),
    post: (path: string, options: RequestOptions = {}) => this.#ask("POST", path, options),
  };

  async #ask(method: "GET" | "POST", path: string, options: RequestOptions): Promise<ScriptlessResponse> {
    const { form, data, headers, maxRedirects } = options;
    const sent = form && urlencoded(Object.entries(form));
    const type: Record<string, string> = sent ? { "Content-Type": sent.type } : {};
    const body = sent?.body ?? (data === undefined ? undefined : Buffer.from(data));
    const asked = { method, url: new URL(path, this.baseURL), headers: { Accept: "*/*", ...type, ...headers }, body };
    return new ScriptlessResponse(await this.wire.ask(asked, maxRedirects));
  }
}
