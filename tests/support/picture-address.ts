import { imageProxy } from "~server/pictures/image-proxy";

/** Returns the size and the upstream's address in one of our picture URLs, as `b720 https://…`. */
export function pictureOf(address: string | undefined): string | undefined {
  const path = address && new URL(address, "http://own.example").pathname;
  const variant = path ? imageProxy.readPath(path) : undefined;
  return variant && `${variant.preset.letter}${variant.size} ${variant.url.href}`;
}
