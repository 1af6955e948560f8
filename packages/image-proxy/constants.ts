/** Of one image as it is fetched, and the time for all of it. */
export const SOURCE_MAX_BYTES = 8 * 1024 * 1024;
export const CONNECT_DEADLINE_MS = 1_000;
export const FETCH_DEADLINE_MS = 6_000;
/** An image with more pixels may be made to exhaust the memory, however small its file is. */
export const SOURCE_MAX_PIXELS = 50_000_000;
/** The same for an image that can only be decoded whole (progressive, interlaced). */
export const SOURCE_WHOLE_MAX_PIXELS = 16_000_000;
export const RESIZE_DEADLINE_MS = 10_000;
/**
 * The resizer ends when an image takes more CPU time than this, so that no image delays all others; less for an SVG,
 * which can ask for any amount of work. Unlike a deadline it does not depend on what else the machine does.
 */
export const RESIZE_MAX_CPU_MS = 5_000;
export const SVG_MAX_CPU_MS = 1_000;
/** After so many drawings of a host that make the resizer end, none is resized for so long. */
export const COSTLY_DRAWINGS_MAX = 2;
export const COSTLY_DRAWINGS_MS = 60_000;
/** The resizer ends when it needs more memory than this: the image is at fault. */
export const RESIZER_MAX_MEMORY_BYTES = 400 * 1024 * 1024;
/** Of one rendition: the largest preset as a PNG that does not compress. */
export const RENDITION_MAX_BYTES = 16 * 1024 * 1024;
/**
 * Images that are fetched or wait for the resizer, in all and from one host: each of them is in memory. The last is how
 * many may wait for that.
 */
export const IMAGES_MAX = 8;
export const IMAGES_PER_HOST = 4;
export const IMAGES_WAITING_MAX = 500;
/** A rendition is fresh for so long; after that it is served stale, up to this age, while it is revalidated. */
export const FRESH_MS = 60 * 60_000;
export const STALE_MS = 7 * 24 * 60 * 60_000;
/** The same in a browser (`max-age`, `stale-while-revalidate`). */
export const BROWSER_FRESH_S = 24 * 60 * 60;
export const BROWSER_STALE_S = 7 * 24 * 60 * 60;
/** After a failure an image is not fetched for so long: doubled with each further failure, up to the longest. */
export const RETRY_FIRST_MS = 30_000;
export const RETRY_LONGEST_MS = 60 * 60_000;
/** The cache of renditions: on disk, and of those in use in memory. */
export const DISK_MAX_BYTES = 256 * 1024 * 1024;
export const DISK_MAX_FILES = 20_000;
export const MEMORY_MAX_BYTES = 8 * 1024 * 1024;
