/** A wide font and a narrow one, which the phones of visitors resemble; `provideFonts` installs them. */
export const FONTS = ["DejaVu Sans", "Liberation Sans Narrow"] as const;
