/** A wide and a narrow font that resemble those of visitors' phones. `provideFonts` installs them. */
export const FONTS = ["DejaVu Sans", "Liberation Sans Narrow"] as const;
