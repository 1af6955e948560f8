import { ScriptlessAnswer, ScriptlessRequest } from "./answer";
import { ScriptlessPage } from "./page";
import { Wire, type Carry } from "./wire";

interface RequestOptions {
  form?: Record<string, string>;
  data?: string | Buffer;
  headers?: Record<string, string>;
  maxRedirects?: number;
}

/** A visitor: cookies, and what their browser says with every request. */
export class ScriptlessContext {
  readonly wire: Wire;

  /**
   * @param baseURL what paths are relative to
   * @param options.headers sent with every request, such as the browser's name
   * @param options.carry see `Wire`
   */
  constructor(
    readonly baseURL: string,
    { headers = {}, carry }: { headers?: Record<string, string>; carry?: Carry } = {},
  ) {
    this.wire = new Wire(headers, carry);
  }

  newPage = () => Promise.resolve(new ScriptlessPage(this));
  cookies = () => Promise.resolve(this.wire.cookies.all());
  close = () => Promise.resolve();

  addCookies(cookies: { name: string; value: string }[]): Promise<void> {
    for (const { name, value } of cookies) this.wire.cookies.set(name, value);
    return Promise.resolve();
  }

  clearCookies({ name }: { name?: string } = {}): Promise<void> {
    this.wire.cookies.clear(name);
    return Promise.resolve();
  }

  /** Tells of requests and answers; of what else a browser tells, nothing happens without scripts. */
  on(event: string, tell: (what: ScriptlessAnswer) => void): void {
    if (event === "request") this.wire.onRequest((asked) => tell(new ScriptlessRequest(asked) as ScriptlessAnswer));
    if (event === "response") this.wire.onResponse((answer) => tell(new ScriptlessAnswer(answer)));
  }

  /** Requests with this visitor's cookies, outside of any page. */
  readonly request = {
    get: (path: string, options: RequestOptions = {}) => this.#ask("GET", path, options),
    post: (path: string, options: RequestOptions = {}) => this.#ask("POST", path, options),
  };

  async #ask(method: "GET" | "POST", path: string, options: RequestOptions): Promise<ScriptlessAnswer> {
    const { form, data, headers = {}, maxRedirects = 20 } = options;
    const type: Record<string, string> = form ? { "Content-Type": "application/x-www-form-urlencoded" } : {};
    const body = form
      ? Buffer.from(new URLSearchParams(form).toString())
      : data === undefined
        ? undefined
        : Buffer.from(data);
    const url = new URL(path, this.baseURL);
    return new ScriptlessAnswer(
      await this.wire.ask({ method, url, headers: { Accept: "*/*", ...type, ...headers }, body }, maxRedirects),
    );
  }
}
