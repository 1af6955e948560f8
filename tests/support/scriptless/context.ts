import { formOf } from "../html";
import type { CookieJar } from "../requests";
import { ScriptlessPage } from "./scriptless-page";
import { urlencoded } from "./submission";
import { Wire, type Carry, type WireResponse } from "./wire";

/** Names and values of fields. An array repeats the name, and `undefined` omits the field. */
type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The scriptless browser of one visitor: cookies, headers, pages, and the requests that need no page. */
export class ScriptlessContext {
  readonly wire: Wire;
  readonly jar: CookieJar;

  /**
   * @param baseURL the base of paths
   * @param options the options of `Wire`
   */
  constructor(
    readonly baseURL: string,
    { headers, cookies, carry }: { headers?: Record<string, string>; cookies?: CookieJar; carry?: Carry } = {},
  ) {
    this.wire = new Wire(headers, cookies, carry);
    this.jar = this.wire.cookies;
  }

  newPage = () => Promise.resolve(new ScriptlessPage(this));

  /** Opens a page. Returns the first response, even if it is a redirect. */
  open(path: string, headers: Record<string, string> = {}): Promise<WireResponse> {
    const message = { "Sec-Fetch-Site": "none", ...headers };
    return this.wire.navigate({ method: "GET", url: new URL(path, this.baseURL), headers: message }, 0);
  }

  /** Submits exactly these fields as a form of this site. Returns the first response. */
  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<WireResponse> {
    const url = new URL(path, this.baseURL);
    const entries = Object.entries(fields).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    const { body, type } = urlencoded(entries);
    const message = { "Sec-Fetch-Site": "same-origin", Origin: url.origin, "Content-Type": type, ...headers };
    return this.wire.navigate({ method: "POST", url, headers: message, body }, 0);
  }

  /** Submits fields with the form token of a page that was opened before. */
  submit(path: string, fields: Fields, page: Pick<WireResponse, "html">): Promise<WireResponse> {
    return this.post(path, { ...fields, csrf: formOf(page.html, "[name=csrf]").fields.csrf });
  }

  addCookies(cookies: { name: string; value: string }[]): Promise<void> {
    for (const { name, value } of cookies) this.jar.set(name, value);
    return Promise.resolve();
  }
}
