/** Reasons why a reviewer may reject a photo that we accept. */
export const PHOTO_HINTS = ["dark", "small"] as const;
export type PhotoHint = (typeof PHOTO_HINTS)[number];

export const HINT_BELOW = { luminance: 60, shorterSidePx: 600 } as const;

export interface Measured {
  luminance: number;
  shorterSidePx: number;
}

export function hintsFor({ luminance, shorterSidePx }: Measured): PhotoHint[] {
  const has = { dark: luminance < HINT_BELOW.luminance, small: shorterSidePx < HINT_BELOW.shorterSidePx };
  return PHOTO_HINTS.filter((hint) => has[hint]);
}
