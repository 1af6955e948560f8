import { createHmac, timingSafeEqual } from "node:crypto";
import type { ImageProxyOptions, Preset, Variant } from "./options";

/** 96 bits keep URLs short and cannot be guessed over HTTP. */
const SIGNATURE_BYTES = 12;
const SCHEME = "https:";

/**
 * Makes and reads the paths of images: `<prefix><preset and size>/<signature>/<source>`. The signature covers the
 * source's address and the preset, so nobody can use the proxy to fetch anything else or to make other sizes.
 */
export function createSignedUrls(
  options: Pick<ImageProxyOptions, "prefix" | "presets" | "keys" | "baseUrl" | "allowedSource">,
) {
  const { prefix, presets, keys, baseUrl, allowedSource } = options;
  const byLetter = new Map(presets.map((preset) => [preset.letter, preset]));

  function readSize(text: string): Omit<Variant, "url"> | undefined {
    const [, letter = "", digits = ""] = /^([a-z])([1-9]\d{1,3})$/.exec(text) ?? [];
    const preset = byLetter.get(letter);
    const size = Number(digits);
    return preset?.sizes.includes(size) ? { preset, size } : undefined;
  }

  /** Removes the base of a relative address, or `https:`, to shorten the URL. */
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

  function pathsWith(key: Uint8Array, preset: Preset, address: string): (size: number) => string {
    const mac = createHmac("sha256", key).update(`${preset.letter} ${address}`).digest();
    const end = `${mac.toString("base64url", 0, SIGNATURE_BYTES)}/${pack(address)}`;
    return (size) => `${prefix}${preset.letter}${size}/${end}`;
  }

  return {
    /** Returns the paths of a source (an absolute address) for the preset's sizes. They share one signature. */
    signedPaths: (preset: Preset, address: string) => pathsWith(keys()[0], preset, address),
    /** Reads a path with its query; undefined for any other text and for a source that is no longer allowed. */
    readPath: (path: string): Variant | undefined => {
      const [named = "", , text = ""] = path.slice(prefix.length).split("/");
      const sized = readSize(named);
      if (!sized) return undefined;
      const address = unpack(text);
      // Base64url decoders tolerate other spellings, each of which would be another entry in every cache.
      if (!keys().some((key) => isSame(path, pathsWith(key, sized.preset, address)(sized.size)))) return undefined;
      const url = allowedSource(address);
      return url && { url, ...sized };
    },
  };
}

function isSame(path: string, expected: string): boolean {
  const [one, other] = [Buffer.from(path), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
