/** The pages with which visits begin, the root first: their style is in one file that pages share. */
export const FIRST_PAGES = ["root", "routes/Index", "routes/Index.Home", "routes/PowerProductDetail.$id"];
