/** Icons (as paths) that only some pages use; see `Icon`. */
export const EARNINGS = "M4 19.5h16M6.5 16v-4M11 16V8M15.5 16v-6M20 16V5";
export const IDENTITY =
  "M3.5 5.5h17v13h-17v-13Zm5 7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-3 3c.5-1.5 1.6-2 3-2s2.5.5 3 2M14.5 9.5h3.5M14.5 13h3.5";
export const INVITE =
  "M10 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 7.5c.6-3 3.2-4.5 6.5-4.5 1.3 0 2.5.2 3.5.7M18 13.5v6M15 16.5h6";
export const SHIELD = "M12 3.5l7 2.5v5.5c0 4-2.7 7.3-7 9-4.3-1.7-7-5-7-9V6l7-2.5Zm-3 8.5l2.2 2.2L15.5 10";
export const LOCK = "M6 10.5h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5";
export const SERVER = "M4.5 5h15v5.5h-15V5Zm0 8.5h15V19h-15v-5.5ZM8 7.750h.01M8 16.250h.01";
export const KEY = "M8 19.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm2.5-6L19 5M15.5 8.5l3 3M13 11l2 2";
export const QUESTION =
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7M12 16.5v.01";
export const BELL = "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5Zm4.5 3.5h3";
export const UP = "M5 15l7-7 7 7";
export const TELEGRAM = "M20.5 4.5L3.5 11l5.5 2.2L18 7l-6.5 7.5v4.5l2.7-2.8 3.3 2.3 3-14Z";
export const TWITTER = "M4 4.5l16 15M20 4.5L4.5 19.5M4 4.5h4l12 15h-4L4 4.5Z";
export const MAIL = "M3.5 6h17v12h-17V6Zm0 .5l8.5 7 8.5-7";
export const OUT = "M14 4.5H6v15h8M10.5 12H20M16.5 8.5L20 12l-3.5 3.5";
export const GLOBE =
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.3 2.5 3.3 5.3 3.3 8.5s-1 6-3.3 8.5c-2.3-2.5-3.3-5.3-3.3-8.5s1-6 3.3-8.5Z";
export const HOME = "M4 11.5L12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5" as const;
