/** The cookies of one visitor, kept between requests as a browser keeps them (no expiry by time, one origin). */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /**
   * Takes in `Set-Cookie`, from a response or from header values.
   *
   * @returns the jar itself
   */
  take(source: Response | Headers | string | readonly string[] | null | undefined): this {
    const lines =
      source instanceof Response
        ? source.headers.getSetCookie()
        : source instanceof Headers
          ? source.getSetCookie()
          : typeof source === "string"
            ? [source]
            : (source ?? []);
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf("="));
      const expired = attributes.some(
        (attribute) => /^max-age=(0|-\d+)$/i.test(attribute) || /^expires=.*\b1970\b/i.test(attribute),
      );
      if (expired) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(name.length + 1));
    }
    return this;
  }

  set(name: string, value: string): this {
    this.#cookies.set(name, value);
    return this;
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  delete(name: string): this {
    this.#cookies.delete(name);
    return this;
  }

  /** A new jar with the same cookies, which then changes independently. */
  copy(): CookieJar {
    const copy = new CookieJar();
    for (const [name, value] of this.#cookies) copy.set(name, value);
    return copy;
  }

  /** As the `Cookie` header carries them. */
  toString(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
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
 * The request of a browser that opens a page.
 *
 * @param url a path, or an absolute address
 */
export function pageRequest(url: string, options: RequestOptions = {}): Request {
  return new Request(addressOf(url), { headers: headersOf(options, { Accept: "text/html" }) });
}

/**
 * The request of a browser that submits a form of this site: same origin; urlencoded, or multipart when a field is a
 * file.
 *
 * @param url a path, or an absolute address
 * @param fields names and values; an array repeats the name, `undefined` leaves the field out
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
