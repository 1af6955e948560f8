import { env } from "~server/env";
import { pictureSources } from "~server/upstream/links";

const OPENED = ["script-src", "connect-src", "style-src", "img-src", "font-src", "frame-src"] as const;

/** Further origins that one page may load from, by directive: its loader's `policy`, from the environment alone. */
export type PolicySources = Partial<Record<(typeof OPENED)[number], readonly string[]>>;

/** How the address of a QR code begins, which holds its picture. */
const QR = "data:image/png;base64,";

/** No other characters are allowed: after a blank or a semicolon another source or directive would begin. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The Content-Security-Policy of a document. A page without scripts has `script-src 'none'`, and no further script
 * sources.
 *
 * @param scripted whether the page ships scripts
 * @param loaderData the data of the page's loaders, by route; a `policy` in it (`PolicySources`) names further sources
 * @param html the page's markup, which may show a picture of the upstream's own
 * @param styles sources that allow its inline styles
 */
export function contentSecurityPolicy(
  scripted: boolean,
  loaderData: Readonly<Record<string, unknown>>,
  html: string,
  styles: readonly string[] = [],
): string {
  const further = scripted ? Object.values(loaderData).map(policyOf) : [];
  const directives: [name: string, sources: readonly string[]][] = [
    ["default-src", ["'none'"]],
    ["script-src", scripted ? ["'self'"] : ["'none'"]],
    // Without scripts nothing connects; tools that run inside a page read `robots.txt` this way.
    ["connect-src", ["'self'"]],
    ["style-src", ["'self'", ...styles]],
    ["img-src", ["'self'", ...(html.includes(` src="${QR}`) ? ["data:"] : []), ...pictureOrigins(html)]],
    ["font-src", []],
    ["frame-src", []],
    ["manifest-src", ["'self'"]],
    ["form-action", ["'self'"]],
    ["base-uri", ["'none'"]],
    ["frame-ancestors", ["'none'"]],
  ];
  return directives
    .map(([name, sources]) => [name, [...new Set([...sources, ...further.flatMap((policy) => policy(name))])]] as const)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/**
 * The sources of a page's pictures besides this site: none, as this site fetches them; with `IMAGE_PROXY=off` those
 * that the operator configures. The upstream's address is named only on a page that shows a picture from it. The search
 * includes the quotation mark: in a text or a value it is escaped, so nobody can find the address out by typing guesses
 * into a field that a page repeats.
 */
function pictureOrigins(html: string): string[] {
  if (env().IMAGE_PROXY) return [];
  const { sources, upstream } = pictureSources();
  const shown = upstream !== undefined && ["src", "href"].some((name) => html.includes(` ${name}="${upstream}/`));
  return shown ? [...sources, upstream] : [...sources];
}

/** Reads the `policy` of one route's loader data, without entries that are no origin. */
function policyOf(data: unknown): (directive: string) => string[] {
  const policy: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "policy") : undefined;
  return (directive) => {
    if (typeof policy !== "object" || policy === null || !OPENED.some((name) => name === directive)) return [];
    const sources: unknown = Reflect.get(policy, directive);
    return Array.isArray(sources)
      ? sources.filter((source): source is string => typeof source === "string" && ORIGIN.test(source))
      : [];
  };
}
