/** Icons, by their paths, of the ways to the operator (see `Icon`). */
export const TELEGRAM = "M20.5 4.5L3.5 11l5.5 2.2L18 7l-6.5 7.5v4.5l2.7-2.8 3.3 2.3 3-14Z";
export const TWITTER = "M4 4.5l16 15M20 4.5L4.5 19.5M4 4.5h4l12 15h-4L4 4.5Z";
export const MAIL = "M3.5 6h17v12h-17V6Zm0 .5l8.5 7 8.5-7";
