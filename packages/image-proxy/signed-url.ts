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
   * @returns undefined for one that no page of this site has written, or whose source is not allowed (any longer)
   */
  readPath: (pathname: string) => Variant | undefined;
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

  /** Compares in constant time. */
  function isSigned(text: string, signature: string): boolean {
    const given = Buffer.from(signature, "base64url");
    return keys().some((key) => {
      const expected = mac(key, text);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
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

  return {
    signedPaths(preset, address) {
      const signature = mac(keys()[0], signed(preset, address)).toString("base64url");
      const end = `${signature}/${pack(address)}`;
      return (size) => `${prefix}${preset.letter}${size}/${end}`;
    },
    readPath(pathname) {
      const [named = "", signature = "", text = "", ...more] = pathname.slice(prefix.length).split("/");
      const sized = readSize(named);
      if (!sized || more.length > 0) return undefined;
      const address = unpack(text);
      if (!isSigned(signed(sized.preset, address), signature)) return undefined;
      const url = allowedSource(address);
      return url && { url, ...sized };
    },
  };
}

const signed = ({ letter }: Preset, address: string) => `${letter} ${address}`;

function mac(key: Uint8Array, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest().subarray(0, SIGNATURE_BYTES);
}
