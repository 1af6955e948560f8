import type { Box, Preset } from "@storefront/image-proxy/options";

/** A kind of picture on a page. `sizes` are one to three times its width on a phone; a logo's are heights. */
export interface Slot extends Preset {
  /** The density of each size; by default the second and third are for 2x and 3x. */
  dense?: readonly (readonly [size: number, density: number])[];
  /** Size for browsers without `srcset`; the first by default. */
  plain?: number;
}

const square = (size: number): Box => ({ width: size, height: size, fit: "cover" });
const whole = (width: number, height: number): Box => ({ width, height, fit: "inside" });
/** Fits the width. Only pictures higher than three times their width become narrower. */
const free = (width: number): Box => whole(width, width * 3);

/** Pictures as wide as a page's column, chosen by density: Chromium requests one before it knows a phone's width. */
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
  text: { letter: "t", sizes: [360, 720, 1080], box: free, plain: 1080 },
  card: { letter: "c", sizes: [64, 128, 192], box: square },
  largeCard: { letter: "l", sizes: [96, 192, 288], box: square },
  mark: { letter: "m", sizes: [56, 112, 168], box: square },
  logo: { letter: "h", sizes: [28, 56, 84], box: (height) => whole(height * 8, height) },
  phone: { letter: "p", sizes: [220, 440, 660], box: (width) => whole(width, Math.round((width * 14) / 11)) },
  /** Icons of a tab, a home screen, and an installed page. */
  icon: { letter: "i", sizes: [64, 180, 512], box: (size) => whole(size, size), png: true },
  share: { letter: "s", sizes: [1200], box: (width) => whole(width, width) },
} as const satisfies Readonly<Record<string, Slot>>;

export type SlotName = keyof typeof SLOTS;
