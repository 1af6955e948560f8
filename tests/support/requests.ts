/** A cookie as Playwright describes it. */
interface Cookie {
  name: string;
  value: string;
  /** Expiry in seconds since 1970; -1 for a session cookie. */
  expires: number;
}

/** The cookies of one visitor of one host. Like a browser's, they are valid for all ports. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /**
   * Stores `Set-Cookie`, from a response or from header values; an expired cookie is deleted.
   *
   * @returns the jar itself
   */
  take(source: Response | Headers | string | readonly string[] | null | undefined): this {
    const headers = source instanceof Response ? source.headers : source;
    const lines = headers instanceof Headers ? headers.getSetCookie() : [headers ?? []].flat();
    for (const line of lines) {
      const [[name = "", value = ""] = [], ...attributes] = line.split(";").map((part) => {
        const [key = "", ...rest] = part.split("=");
        return [key.trim(), rest.join("=").trim()];
      });
      const attribute = (wanted: string) => attributes.find(([key]) => key?.toLowerCase() === wanted)?.[1];
      const seconds = attribute("max-age");
      const isOver = seconds === undefined ? attribute("expires")?.includes(" 1970 ") : Number(seconds) <= 0;
      const expires = seconds === undefined ? -1 : Date.now() / 1000 + Number(seconds);
      if (isOver) this.#cookies.delete(name);
      else this.#cookies.set(name, { name, value, expires });
    }
    return this;
  }

  set(name: string, value: string): this {
    this.#cookies.set(name, { name, value, expires: -1 });
    return this;
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  delete(name: string): this {
    this.#cookies.delete(name);
    return this;
  }

  all(): Cookie[] {
    return [...this.#cookies.values()];
  }

  /** Returns a new jar with the same cookies, which then changes independently. */
  copy(): CookieJar {
    const copy = new CookieJar();
    for (const { name, value } of this.all()) copy.set(name, value);
    return copy;
  }

  /** Returns the value of the `Cookie` header. */
  toString(): string {
    return this.all()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }
}

interface RequestOptions {
  cookies?: CookieJar | string;
  headers?: Record<string, string>;
}

type FieldValue = string | Blob;

function addressOf(url: string): URL {
  return new URL(url, process.env.PUBLIC_ORIGIN);
}

function headersOf({ cookies, headers }: RequestOptions, defaults: Record<string, string>): Headers {
  const result = new Headers(defaults);
  const cookie = String(cookies ?? "");
  if (cookie) result.set("Cookie", cookie);
  for (const [name, value] of Object.entries(headers ?? {})) result.set(name, value);
  return result;
}

/**
 * Makes the request of a browser that opens a page.
 *
 * @param url a path or an absolute address
 */
export function pageRequest(url: string, options: RequestOptions = {}): Request {
  return new Request(addressOf(url), { headers: headersOf(options, { Accept: "text/html" }) });
}

/**
 * Makes the request of a browser that submits a form of this site: same-origin, and urlencoded unless a field is a file
 * (multipart).
 *
 * @param url a path or an absolute address
 * @param fields names and values; an array repeats the name, `undefined` omits the field
 * @param options cookies, and headers that replace those of the browser (an empty `Origin` is sent as it is)
 */
export function formRequest(
  url: string,
  fields: Record<string, FieldValue | readonly FieldValue[] | undefined>,
  options: RequestOptions = {},
): Request {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    (value === undefined ? [] : Array.isArray(value) ? (value as readonly FieldValue[]) : [value as FieldValue]).map(
      (one) => [name, one] as const,
    ),
  );
  const address = addressOf(url);
  const headers = headersOf(options, {
    Accept: "text/html",
    Origin: address.origin,
    "Sec-Fetch-Site": "same-origin",
  });
  if (entries.every((entry): entry is readonly [string, string] => typeof entry[1] === "string")) {
    const body = new URLSearchParams(entries.map(([name, value]) => [name, value]));
    return new Request(address, { method: "POST", headers, body });
  }
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return new Request(address, { method: "POST", headers, body });
}
