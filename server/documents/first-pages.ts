/** Visits begin with these pages: their style is in one shared file. */
export const FIRST_PAGES = ["root", "routes/Index", "routes/Index.Home", "routes/PowerProductDetail.$id"];
