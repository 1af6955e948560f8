import { createHmac, timingSafeEqual } from "node:crypto";
import type { ImageProxyOptions, Preset, Variant } from "./options";

/** 96 bits: short, and more than can be tried over HTTP. */
const SIGNATURE_BYTES = 12;
const SCHEME = "https:";

/**
 * Paths of images: `<prefix><preset and size>/<signature>/<source>`. The signature covers the source's address and the
 * preset, which gives the sizes. Only what a page of this site has written is fetched, so that nobody can use the proxy
 * to fetch anything else, or to make sizes without end (decision 0073).
 */
export interface SignedUrls {
  /**
   * Gives the paths of an image, which share one signature.
   *
   * @param address the source's, absolute
   * @returns the path for one of the preset's sizes
   */
  signedPaths: (preset: Preset, address: string) => (size: number) => string;
  /**
   * Reads the path of an image.
   *
   * @param path as it was requested, with the query if there is one
   * @returns undefined for any text that no page of this site has written, and for a source that is not allowed (any
   *   longer)
   */
  readPath: (path: string) => Variant | undefined;
}

export function createSignedUrls(
  options: Pick<ImageProxyOptions, "prefix" | "presets" | "keys" | "baseUrl" | "allowedSource">,
): SignedUrls {
  const { prefix, presets, keys, baseUrl, allowedSource } = options;
  const byLetter = new Map(presets.map((preset) => [preset.letter, preset]));

  /** Reads a preset and one of its sizes, such as `b720`. */
  function readSize(text: string): Omit<Variant, "url"> | undefined {
    const [, letter = "", digits = ""] = /^([a-z])([1-9]\d{1,3})$/.exec(text) ?? [];
    const preset = byLetter.get(letter);
    const size = Number(digits);
    return preset?.sizes.includes(size) ? { preset, size } : undefined;
  }

  /** Strips the base of a relative address, or `https:`. */
  function pack(address: string): string {
    const base = baseUrl();
    const below = address.startsWith(base) ? address.slice(base.length) : "";
    const short = below && !/^\/|^https?:/i.test(below) ? below : address.replace(/^https:(?=\/\/)/, "");
    return Buffer.from(short).toString("base64url");
  }

  function unpack(text: string): string {
    const short = Buffer.from(text, "base64url").toString();
    if (short.startsWith("//")) return SCHEME + short;
    return short.startsWith("http:") ? short : baseUrl() + short;
  }

  /** Writes the path for each size of an image, signed with a key. */
  function pathsWith(key: Uint8Array, preset: Preset, address: string): (size: number) => string {
    const mac = createHmac("sha256", key).update(`${preset.letter} ${address}`).digest();
    const end = `${mac.toString("base64url", 0, SIGNATURE_BYTES)}/${pack(address)}`;
    return (size) => `${prefix}${preset.letter}${size}/${end}`;
  }

  return {
    signedPaths: (preset, address) => pathsWith(keys()[0], preset, address),
    readPath(path) {
      const [named = "", , text = ""] = path.slice(prefix.length).split("/");
      const sized = readSize(named);
      if (!sized) return undefined;
      const address = unpack(text);
      // Decoders of base64url ignore much. A second spelling of a path would be a second entry of every cache.
      if (!keys().some((key) => isSame(path, pathsWith(key, sized.preset, address)(sized.size)))) return undefined;
      const url = allowedSource(address);
      return url && { url, ...sized };
    },
  };
}

/** Compares in constant time. */
function isSame(path: string, expected: string): boolean {
  const [one, other] = [Buffer.from(path), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
