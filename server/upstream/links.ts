import { env } from "~server/env";
import { isBroken } from "./parsers";

/** Longer than any address worth showing. */
const ADDRESS_MAX_LENGTH = 2048;

/**
 * Reads an absolute address without a name or password in it.
 *
 * @param base the base of a relative address
 * @returns undefined for anything else, relative addresses without a base included
 */
export function absoluteUrl(value: unknown, base?: string): URL | undefined {
  if (typeof value !== "string" || value.length > ADDRESS_MAX_LENGTH) return undefined;
  // The URL parser drops tabs and line ends: an address with one is not what it seems.
  const text = value.trim();
  if (/[\p{Cc}\s\\]/u.test(text) || isBroken(text) || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  return url.username || url.password ? undefined : url;
}

/** Where pictures may come from, besides this site itself. */
export interface PictureSources {
  /** Origins, or `https:` for any of that scheme. */
  sources: readonly string[];
  /**
   * The upstream's origin, where relative addresses are resolved against it and `sources` do not include it. It may be
   * private, so a page names it only where it shows a picture from there.
   */
  upstream?: string;
}

/**
 * Where pictures may come from (behaviour 3.24): `IMAGE_HOSTS` and `IMAGE_BASE_URL`, any https where neither is set,
 * and the upstream itself where pictures have no other base. The policy of a document uses it.
 */
export function pictureSources(): PictureSources {
  const { UPSTREAM_URL, IMAGE_HOSTS, IMAGE_BASE_URL } = env();
  const named = new Set([...IMAGE_HOSTS, ...(IMAGE_BASE_URL === undefined ? [] : [new URL(IMAGE_BASE_URL).origin])]);
  const sources = named.size > 0 ? [...named] : ["https:"];
  const { origin, protocol } = new URL(UPSTREAM_URL);
  const isCovered = IMAGE_BASE_URL !== undefined || sources.includes(origin) || sources.includes(protocol);
  return isCovered ? { sources } : { sources, upstream: origin };
}

/** Whether pictures may come from the origin of this URL. */
export function isPictureSource({ origin, protocol }: URL): boolean {
  const { sources, upstream } = pictureSources();
  return [...sources, upstream, ...hostOrigins()].includes(origin) || sources.includes(protocol);
}

/**
 * The origins of the hosts in `IMAGE_HOSTS`. An upstream sends addresses at http from hosts that have https, and from
 * others that have not: a host has both origins, unless it is named with http and a port.
 */
function hostOrigins(): string[] {
  return env().IMAGE_HOSTS.flatMap((named) => {
    const { protocol, host, port } = new URL(named);
    return protocol === "http:" && port ? [named] : [`https://${host}`, `http://${host}`];
  });
}

/**
 * The origins that the operator configures. Unlike origins in the upstream's data, they may be on a private network, or
 * on this machine, as a sandbox is.
 */
export function namedOrigins(): string[] {
  const { UPSTREAM_URL, IMAGE_BASE_URL } = env();
  return [...hostOrigins(), ...[UPSTREAM_URL, IMAGE_BASE_URL ?? UPSTREAM_URL].map((url) => new URL(url).origin)];
}

/** The base of relative addresses of pictures: a folder, with its last slash. */
export function pictureBase(): string {
  const { UPSTREAM_URL, IMAGE_BASE_URL } = env();
  return IMAGE_BASE_URL ?? `${new URL(UPSTREAM_URL).origin}/`;
}

/** A path, or a file's name; anything else (`-`, `#`, `null`) means no picture. */
const RELATIVE = /^(?![?#])(?=.*[/.])(?=.*[\p{L}\p{N}])/u;
/** What some readers take for the beginning of a host. */
const HOSTLIKE_PATH = /^\/(?:\/|%2f|%5c)/i;

/** Resolves a relative address against `IMAGE_BASE_URL`. */
function onImageBase(value: unknown): URL | undefined {
  if (typeof value !== "string" || !RELATIVE.test(value.trim())) return undefined;
  const url = absoluteUrl(value, pictureBase());
  return url && HOSTLIKE_PATH.test(url.pathname) ? undefined : url;
}

/**
 * The address of a picture (behaviour 3.24). One at http becomes https, unless its origin is this site's or named as
 * http, or the image proxy may fetch it over http too; the page's policy decides what loads. A relative one is resolved
 * against `IMAGE_BASE_URL`, by default the origin of `UPSTREAM_URL`. Never a `javascript:` or `data:` address.
 */
export function imageUrl(value: unknown): string | undefined {
  const absolute = absoluteUrl(value);
  const url = absolute ?? onImageBase(value);
  if (url?.protocol === "https:") return url.href;
  if (url?.protocol !== "http:") return undefined;
  const { sources, upstream } = pictureSources();
  const { PUBLIC_ORIGIN, IMAGE_PROXY } = env();
  const plain = [...sources, upstream, PUBLIC_ORIGIN, ...(IMAGE_PROXY ? hostOrigins() : [])];
  return plain.includes(url.origin) ? url.href : absolute?.href.replace(/^http:/, "https:");
}
