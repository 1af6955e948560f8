const SENTINEL_PORT = 26_379;

/**
 * Reads `redis[s]://[user:password@]host[:port][/database]` or
 * `redis[s]-sentinel://[user:password@]host[:port],host[:port],…/primary`; user and password are those of Redis.
 *
 * @returns the address, or the client's options for Sentinels, which it queries anew for each connection
 * @throws Error without any part of the address
 */
export function readRedisAddress(address: string): string | ReturnType<typeof sentinels> {
  const [, scheme = "", rest = ""] = /^([a-z-]+):\/\/(.*)$/is.exec(address) ?? [];
  switch (scheme.toLowerCase()) {
    case "redis":
    case "rediss":
      return direct(scheme.toLowerCase(), rest);
    case "redis-sentinel":
    case "rediss-sentinel":
      return sentinels(rest, scheme.toLowerCase().startsWith("rediss"));
    default:
      throw new Error("must begin with redis://, rediss://, redis-sentinel:// or rediss-sentinel://");
  }
}

/** Returns the address with its scheme in lower case, which the client requires for TLS. */
function direct(scheme: string, rest: string): string {
  const url = `${scheme}://${rest}`;
  // An `@` after a `#` or `?` belongs to a password, and the first part of the password would be read as a port.
  if (!URL.canParse(url) || (rest.lastIndexOf("@") > rest.search(/[#?]/) && /[#?]/.test(rest)))
    throw new Error("is not an address (percent-encode special characters in the password)");
  const { hostname, username, password, pathname } = new URL(url);
  if (hostname === "") throw new Error("names no host");
  if (!/^\/?\d*$/.test(pathname)) throw new Error("may only have a database number after the host");
  decoded(username);
  decoded(password);
  return url;
}

function sentinels(rest: string, isTls: boolean) {
  const at = rest.lastIndexOf("@");
  const colon = rest.indexOf(":");
  if (at >= 0 && !(colon >= 0 && colon < at)) throw new Error("needs a colon between user and password");
  const [, hosts = "", name = ""] = /^([^/]*)\/?(.*)$/s.exec(rest.slice(at + 1)) ?? [];
  if (!/^[\w.-]+$/.test(name)) throw new Error("must end with a slash and the name of the primary");
  const username = at < 0 ? "" : decoded(rest.slice(0, colon));
  const password = at < 0 ? "" : decoded(rest.slice(colon + 1, at));
  return {
    role: "master" as const,
    sentinels: hosts.split(",").map(sentinel),
    name,
    ...(username && { username }),
    ...(password && { password }),
    ...(isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
}

function sentinel(text: string): { host: string; port: number } {
  const [, v6, name, digits] = /^(?:\[([\da-f:.]+)\]|([^\s:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = v6 ?? name;
  const port = digits === undefined ? SENTINEL_PORT : Number(digits);
  if (host === undefined || port < 1 || port > 65_535)
    throw new Error("needs host:port of each Sentinel, separated by commas");
  return { host, port };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Error("has a percent sign that encodes nothing (write %25 for a literal one)", { cause });
  }
}
