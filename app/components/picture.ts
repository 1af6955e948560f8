/** Attributes of the picture that the first screen is about: browsers that know no priorities load it in its turn. */
export const FIRST_PICTURE = { fetchpriority: "high" };

/** Attributes of a picture further down, or further along a strip. */
export const LATER_PICTURE = { loading: "lazy" } as const;
