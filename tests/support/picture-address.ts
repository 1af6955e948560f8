import { readPicturePath } from "~server/pictures/address";

/** The platform's own address of a picture of ours, and the size that is asked for, as `b720 https://…`. */
export function pictureOf(address: string | undefined): string | undefined {
  const path = address && new URL(address, "http://own.example").pathname;
  const wanted = path ? readPicturePath(path) : undefined;
  return wanted && `${wanted.slot.letter}${wanted.size} ${wanted.url.href}`;
}
