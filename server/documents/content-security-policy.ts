import { env } from "~server/env";
import { pictureSources } from "~server/upstream/links";

const OPENED = ["script-src", "connect-src", "style-src", "img-src", "font-src", "frame-src"] as const;

/** Additional origins by directive, from `policy` in a loader's data. */
export type PolicySources = Partial<Record<(typeof OPENED)[number], readonly string[]>>;

const QR = "data:image/png;base64,";

/** A space or semicolon would start another source or directive. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Builds the policy of a document (`html`, searched for pictures); without `scripted` it has `script-src 'none'`. */
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
    // Browser tools that run inside a page fetch `robots.txt`, even on a page without scripts.
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
 * Returns the configured sources of pictures if `IMAGE_PROXY=off`. Only a quoted address counts: texts escape quotation
 * marks, so a field that a page repeats cannot be used to guess the upstream's address.
 */
function pictureOrigins(html: string): string[] {
  if (env().IMAGE_PROXY) return [];
  const { sources, upstream } = pictureSources();
  const shown = upstream !== undefined && ["src", "href"].some((name) => html.includes(` ${name}="${upstream}/`));
  return shown ? [...sources, upstream] : [...sources];
}

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
