import { env } from "~server/env";

const OPENED = ["script-src", "connect-src", "style-src", "img-src", "font-src", "frame-src"] as const;

/** Further origins that one page may load from, by directive: what its loader gives as `policy`, from the environment alone. */
export type PolicySources = Partial<Record<(typeof OPENED)[number], readonly string[]>>;

/** Nothing else may stand in a policy: a blank or a semicolon would begin something new. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * What a document may load. A page without scripts says so: `script-src 'none'`, and nothing is opened for it.
 *
 * @param nonce that of the page's own scripts; undefined for a page that ships none
 * @param loaderData what the page's loaders gave, by route; a `policy` among it (`PolicySources`) names further sources
 */
export function contentSecurityPolicy(
  nonce: string | undefined,
  loaderData: Readonly<Record<string, unknown>>,
): string {
  const further = nonce ? Object.values(loaderData).map(policyOf) : [];
  const directives: [name: string, sources: readonly string[]][] = [
    ["default-src", ["'none'"]],
    ["script-src", nonce ? ["'self'", `'nonce-${nonce}'`] : ["'none'"]],
    // Without scripts nothing connects; tools that look at a page from inside it read `robots.txt` this way.
    ["connect-src", ["'self'"]],
    ["style-src", ["'self'"]],
    ["img-src", ["'self'", "https:", new URL(env().UPSTREAM_URL).origin, ...env().IMAGE_HOSTS]],
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

/** Reads the `policy` of one route's loader data; what is no origin is left out. */
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
