import type { Box, Preset } from "@storefront/image-proxy/options";

/**
 * The places where pages show pictures, and the sizes in which each is made: one to three times its size on a phone. A
 * size is a width; of a logo, whose width is its own, a height.
 */
export interface Slot extends Preset {
  /** How dense the screens are that each size is for; without it the second and third size are for 2x and 3x. */
  dense?: readonly (readonly [size: number, density: number])[];
  /** The size that browsers take which do not know `srcset`; the first without it. */
  plain?: number;
}

const square = (size: number): Box => ({ width: size, height: size, fit: "cover" });
const whole = (width: number, height: number): Box => ({ width, height, fit: "inside" });
/** As high as it is: a picture that is no higher than three times its width is not made narrower. */
const free = (width: number): Box => whole(width, width * 3);

/**
 * As wide as the column of a page. By density, not by `sizes`: Chromium asks for the first picture before it knows how
 * wide a phone's page is, takes it for a desktop's, and then asks for another one. A screen of 1x is a desktop's.
 */
const COLUMN = {
  sizes: [720, 1080],
  dense: [
    [720, 2],
    [1080, 3],
  ],
} as const;

export const SLOTS = {
  banner: { letter: "b", ...COLUMN, box: free },
  gallery: { letter: "g", ...COLUMN, box: (width) => whole(width, Math.round((width * 2) / 3)) },
  /** In a text, which may give its width. */
  text: { letter: "t", sizes: [360, 720, 1080], box: free, plain: 1080 },
  card: { letter: "c", sizes: [64, 128, 192], box: square },
  largeCard: { letter: "l", sizes: [96, 192, 288], box: square },
  mark: { letter: "m", sizes: [56, 112, 168], box: square },
  logo: { letter: "h", sizes: [28, 56, 84], box: (height) => whole(height * 8, height) },
  phone: { letter: "p", sizes: [220, 440, 660], box: (width) => whole(width, Math.round((width * 14) / 11)) },
  /** The icon of a tab, of a home screen, of an installed page. */
  icon: { letter: "i", sizes: [64, 180, 512], box: (size) => whole(size, size), png: true },
  /** What link previews show. */
  share: { letter: "s", sizes: [1200], box: (width) => whole(width, width) },
} as const satisfies Readonly<Record<string, Slot>>;

export type SlotName = keyof typeof SLOTS;
