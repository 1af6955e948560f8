/** A cookie as Playwright tells of it. */
export interface Cookie {
  name: string;
  value: string;
  /** Seconds since 1970; -1 for one that ends with the browser. */
  expires: number;
}

/** The cookies of one visitor of one host: browsers do not tell its ports apart. */
export class Cookies {
  readonly #kept = new Map<string, Cookie>();

  /** Takes a `Set-Cookie` line in; one whose time is over is forgotten. */
  take(line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const [name, value] = split(pair);
    const maxAge = attributes.map(split).find(([key]) => key.toLowerCase() === "max-age")?.[1];
    const expires = maxAge === undefined ? -1 : Date.now() / 1000 + Number(maxAge);
    if (maxAge !== undefined && Number(maxAge) <= 0) this.#kept.delete(name);
    else this.#kept.set(name, { name, value, expires });
  }

  set(name: string, value: string): void {
    this.#kept.set(name, { name, value, expires: -1 });
  }

  /** Forgets the cookie of that name, or all of them. */
  clear(name?: string): void {
    if (name === undefined) this.#kept.clear();
    else this.#kept.delete(name);
  }

  all(): Cookie[] {
    return [...this.#kept.values()];
  }

  /** As the `Cookie` header carries them. */
  toString(): string {
    return this.all()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }
}

function split(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
}
