import { env } from "~server/env";
import { isBroken } from "./parsers";

const ADDRESS_MAX_LENGTH = 2048;
const HOST = /^(?:[a-z][a-z\d+.-]*:\/*|\/\/+)([^/?#]*)/i;
/** Longer than any host name. URL parsers normalise characters outside ASCII, some in quadratic time. */
const LONG_HOST = /^(?:.{254}|(?:[\0-\x7f]*[^\0-\x7f]){64})/s;
const FOREIGN_HOST = /[^\0-\x7f]|%|xn--/i;

const hostIn = (text: string): string => HOST.exec(text)?.[1] ?? "";

/** Returns the work of reading an address, as a multiple of a short one's. */
export function addressWork(value: unknown): number {
  if (typeof value !== "string") return 1;
  const host = value.length > ADDRESS_MAX_LENGTH ? "" : hostIn(value.trim());
  return 1 + (value.length >> 8) + (FOREIGN_HOST.test(host) ? host.length >> 3 : 0);
}

/** Returns the least length of an encoded address, before encoding it: 2,000 Chinese characters take 0.1 ms. */
const encodedLength = (text: string) => text.length + 4 * (Buffer.byteLength(text) - text.length);

/** Reads an address; undefined if it has a user name or password, or is too long when encoded. */
export function absoluteUrl(value: unknown, base?: string): URL | undefined {
  if (typeof value !== "string" || value.length > ADDRESS_MAX_LENGTH) return undefined;
  // URL parsers drop tabs and line ends, so an address that contains one is not what it seems.
  const text = value.trim();
  if (encodedLength(text) > ADDRESS_MAX_LENGTH) return undefined;
  if (/[\p{Cc}\s\\]/u.test(text) || isBroken(text) || LONG_HOST.test(hostIn(text)) || !URL.canParse(text, base))
    return undefined;
  const url = new URL(text, base);
  return url.username || url.password || url.href.length > ADDRESS_MAX_LENGTH ? undefined : url;
}

export interface PictureSources {
  /** Origins, or `https:` for any https origin. */
  sources: readonly string[];
  /** The upstream's origin, if `sources` does not cover it. It may be private, so only pages that need it name it. */
  upstream?: string;
}

/** Returns `IMAGE_HOSTS` and `IMAGE_BASE_URL`; if neither is set, any https origin, and the upstream as base. */
export function pictureSources(): PictureSources {
  const { UPSTREAM_URL, IMAGE_HOSTS, IMAGE_BASE_URL } = env();
  const named = new Set([...IMAGE_HOSTS, ...(IMAGE_BASE_URL === undefined ? [] : [new URL(IMAGE_BASE_URL).origin])]);
  const sources = named.size > 0 ? [...named] : ["https:"];
  const { origin, protocol } = new URL(UPSTREAM_URL);
  const isCovered = IMAGE_BASE_URL !== undefined || sources.includes(origin) || sources.includes(protocol);
  return isCovered ? { sources } : { sources, upstream: origin };
}

export function isPictureSource({ origin, protocol }: URL): boolean {
  const { sources, upstream } = pictureSources();
  return [...sources, upstream, ...hostOrigins()].includes(origin) || sources.includes(protocol);
}

/** Returns the origins of `IMAGE_HOSTS`: both of a host, because upstreams mix http and https, unless it has a port. */
function hostOrigins(): string[] {
  return env().IMAGE_HOSTS.flatMap((named) => {
    const { protocol, host, port } = new URL(named);
    return protocol === "http:" && port ? [named] : [`https://${host}`, `http://${host}`];
  });
}

/** Returns the origins that the operator configured. Unlike origins in data, they may be on a private network. */
export function namedOrigins(): string[] {
  const { UPSTREAM_URL, IMAGE_BASE_URL } = env();
  return [...hostOrigins(), ...[UPSTREAM_URL, IMAGE_BASE_URL ?? UPSTREAM_URL].map((url) => new URL(url).origin)];
}

/** Returns the folder against which relative addresses of pictures are resolved, with its trailing slash. */
export function pictureBase(): string {
  const { UPSTREAM_URL, IMAGE_BASE_URL } = env();
  return IMAGE_BASE_URL ?? `${new URL(UPSTREAM_URL).origin}/`;
}

/** True for a path or file name; other texts (`-`, `#`, `null`) mean no picture. One expression would backtrack. */
const isRelative = (text: string) => !/^[?#]/.test(text) && /[/.]/.test(text) && /[\p{L}\p{N}]/u.test(text);
/** Paths that some parsers read as the beginning of a host. */
const HOSTLIKE_PATH = /^\/(?:\/|%2f|%5c)/i;

function onImageBase(value: unknown): URL | undefined {
  const url = absoluteUrl(value, pictureBase());
  return url && isRelative(String(value).trim()) && !HOSTLIKE_PATH.test(url.pathname) ? url : undefined;
}

/** Encodes the spaces in a file name, as browsers do. Longer texts are not addresses, and would take long. */
function withoutBlanks(value: unknown): unknown {
  const text = typeof value === "string" ? value.trim() : "";
  return text.length <= ADDRESS_MAX_LENGTH && /^(?:https?:\/)?\//i.test(text) ? text.replaceAll(" ", "%20") : value;
}

/**
 * Reads the address of a picture. http becomes https, unless the origin is this site's, was named with http, or the
 * image proxy may fetch it over http.
 */
export function imageUrl(value: unknown): string | undefined {
  const sent = withoutBlanks(value);
  const absolute = absoluteUrl(sent);
  const url = absolute ?? onImageBase(sent);
  if (url?.protocol === "https:") return url.href;
  if (url?.protocol !== "http:") return undefined;
  const { sources, upstream } = pictureSources();
  const { PUBLIC_ORIGIN, IMAGE_PROXY } = env();
  const plain = [...sources, upstream, PUBLIC_ORIGIN, ...(IMAGE_PROXY ? hostOrigins() : [])];
  return plain.includes(url.origin) ? url.href : absolute?.href.replace(/^http:/, "https:");
}
