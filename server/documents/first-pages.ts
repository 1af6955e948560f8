/** Pages with which most visits begin, so they share one style file. */
export const FIRST_PAGES = ["root", "routes/Index", "routes/Index.Home", "routes/PowerProductDetail.$id"];
