/**
 * The places where pages show pictures, and the sizes in which each is made: once to three times what the place
 * measures on a phone. A size is a width; of a logo, whose width is its own, a height.
 */

/** How a picture is made small for a place. */
export interface Box {
  width: number;
  height: number;
  /** `cover` fills the box and cuts off what stands out; `inside` keeps the whole picture. Neither enlarges. */
  fit: "cover" | "inside";
}

export interface Slot {
  /** Names the place in addresses. */
  letter: string;
  sizes: readonly [number, ...number[]];
  box: (size: number) => Box;
  /** The width of the place for the attribute `sizes`; without it `srcset` says how dense each size is. */
  place?: string;
  /** The size that browsers take which do not know `srcset`; the first without it. */
  plain?: number;
  /** Icons outside of a page (of a tab, of a home screen) are PNG wherever WebP is not understood. */
  png?: true;
}

const square = (size: number): Box => ({ width: size, height: size, fit: "cover" });
const whole = (width: number, height: number): Box => ({ width, height, fit: "inside" });
/** As high as it is: a picture that is no higher than three times its width is not made narrower. */
const free = (width: number): Box => whole(width, width * 3);

/** The column of a page, with its distances left and right. */
const COLUMN = "(min-width:640px) 608px,92vw";
const COLUMN_SIZES = [360, 720, 1080] as const;

export const SLOTS = {
  banner: { letter: "b", sizes: COLUMN_SIZES, box: free, place: COLUMN, plain: 720 },
  gallery: {
    letter: "g",
    sizes: COLUMN_SIZES,
    box: (width) => whole(width, Math.round((width * 2) / 3)),
    place: COLUMN,
    plain: 720,
  },
  /** In a text; `place` is its own where it says how wide it is. */
  text: { letter: "t", sizes: COLUMN_SIZES, box: free, place: COLUMN, plain: 1080 },
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

const byLetter = new Map<string, Slot>(Object.values(SLOTS).map((slot) => [slot.letter, slot]));

/** The slot and size that a part of an address names (`b720`), or undefined where a slot has no such size. */
export function readSize(text: string): { slot: Slot; size: number } | undefined {
  const [, letter = "", digits = ""] = /^([a-z])([1-9]\d{1,3})$/.exec(text) ?? [];
  const slot = byLetter.get(letter);
  const size = Number(digits);
  return slot?.sizes.includes(size) ? { slot, size } : undefined;
}
