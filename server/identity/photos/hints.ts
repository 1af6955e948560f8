/** Why a reviewer may reject a photo that is accepted here: a hint refuses nothing (behaviour 2.126). */
export const PHOTO_HINTS = ["dark", "small"] as const;
export type PhotoHint = (typeof PHOTO_HINTS)[number];

/** Below these a photo has a hint (decision 0028): its mean luminance, from 0 to 255, and its shorter side. */
export const HINT_BELOW = { luminance: 60, shorterSidePx: 600 } as const;

/** The measurements of a photo: its mean luminance by Rec. 709, from 0 to 255, and its shorter side as it was sent. */
export interface Measured {
  luminance: number;
  shorterSidePx: number;
}

/** The hints for a photo. */
export function hintsFor({ luminance, shorterSidePx }: Measured): PhotoHint[] {
  const has = { dark: luminance < HINT_BELOW.luminance, small: shorterSidePx < HINT_BELOW.shorterSidePx };
  return PHOTO_HINTS.filter((hint) => has[hint]);
}
