import { isSigned, sign } from "~server/crypto/keys";
import { absoluteUrl, isPictureSource, pictureBase } from "~server/upstream/links";
import { readSize, type Slot } from "./slots";

/**
 * The addresses of pictures on this site: `/pictures/<slot and size>/<signature>/<address>`. The signature covers the
 * picture's own address and the slot, which says the sizes: only what a page of ours has written is fetched, so that
 * nobody can use this site to fetch anything else, or to make sizes without end (decision 0073).
 */

export const PICTURES = "/pictures/";

/** 96 bits: short, and more than can be tried over HTTP. */
const SIGNATURE_BYTES = 12;

const signed = (letter: string, address: string) => `${letter} ${address}`;

/**
 * The part of a picture's address that all of its sizes share: signature and address.
 *
 * @param address the picture's own, absolute, as `imageUrl` gives it
 */
export function sealedAddress({ letter }: Slot, address: string): string {
  return `${sign("picture", signed(letter, address), SIGNATURE_BYTES)}/${packed(address)}`;
}

/** A picture that an address on this site asks for. */
export interface Wanted {
  /** The picture's own address. */
  url: URL;
  slot: Slot;
  size: number;
}

/**
 * Reads the path of a picture.
 *
 * @returns undefined for one that no page of this site has written, or whose source may not be shown (any longer)
 */
export function readPicturePath(pathname: string): Wanted | undefined {
  const [named = "", signature = "", text = "", ...more] = pathname.slice(PICTURES.length).split("/");
  const sized = readSize(named);
  if (!sized || more.length > 0) return undefined;
  const address = unpacked(text);
  if (!isSigned("picture", signed(sized.slot.letter, address), signature, SIGNATURE_BYTES)) return undefined;
  const url = absoluteUrl(address);
  return url && isPictureSource(url) ? { url, ...sized } : undefined;
}

const SCHEME = "https:";

/**
 * Packs an address: without the base of relative ones, which may be an address that nobody should know, or without
 * `https:`.
 */
function packed(address: string): string {
  const base = pictureBase();
  const below = address.startsWith(base) ? address.slice(base.length) : "";
  const short = below && !/^\/|^https?:/i.test(below) ? below : address.replace(/^https:(?=\/\/)/, "");
  return Buffer.from(short).toString("base64url");
}

function unpacked(text: string): string {
  const short = Buffer.from(text, "base64url").toString();
  if (short.startsWith("//")) return SCHEME + short;
  return short.startsWith("http:") ? short : pictureBase() + short;
}
