import { LRUCache } from "lru-cache";
import { env, perEnv } from "~server/env";
import { isPictureSource } from "~server/upstream/links";
import { imageProxy, PICTURES } from "./image-proxy";
import { SLOTS, type Slot, type SlotName } from "./slots";

/** Attributes of an `img`. Old browsers understand only `src`. */
export interface Picture {
  src: string;
  srcSet?: string;
  sizes?: string;
}

const MAX_CACHED = 5_000;
const cache = perEnv(() => new LRUCache<string, Picture>({ max: MAX_CACHED }));

/**
 * Returns a picture of the upstream, resized for its slot; undefined if its source is not allowed.
 *
 * @param place the attribute `sizes`, if the text gives the picture's width
 */
export function pictureFor(name: SlotName, address: string | undefined, place?: string): Picture | undefined {
  if (address === undefined) return undefined;
  const pictures = cache();
  const key = `${name} ${place ?? ""} ${address}`;
  const known = pictures.get(key);
  if (known) return known;
  const { IMAGE_PROXY, PUBLIC_ORIGIN } = env();
  const url = new URL(address);
  if (!IMAGE_PROXY || url.origin === PUBLIC_ORIGIN) return { src: address };
  if (!isPictureSource(url)) return undefined;
  const picture = sized(SLOTS[name], address, place);
  pictures.set(key, picture);
  return picture;
}

/** Returns one size of a picture (the first by default), for uses without `srcset`: icons, link previews. */
export function pictureUrl(name: SlotName, address: string | undefined, size?: number): string | undefined {
  const { src } = pictureFor(name, address) ?? {};
  if (size === undefined || !src?.startsWith(PICTURES)) return src;
  return src.replace(/^(\/pictures\/[a-z])\d+/, `$1${size}`);
}

function sized(slot: Slot, address: string, place?: string): Picture {
  const { sizes, plain = sizes[0] } = slot;
  const at = imageProxy.signedPaths(slot, address);
  const src = at(plain);
  if (slot.png || sizes.length === 1) return { src };
  if (place !== undefined) return { src, srcSet: sizes.map((size) => `${at(size)} ${size}w`).join(","), sizes: place };
  // `src` is the picture for 1x screens.
  const dense = slot.dense ?? sizes.slice(1).map((size, index) => [size, index + 2] as const);
  return { src, srcSet: dense.map(([size, density]) => `${at(size)} ${density}x`).join(",") };
}
