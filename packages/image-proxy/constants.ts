export const SOURCE_MAX_BYTES = 8 * 1024 * 1024;
export const CONNECT_DEADLINE_MS = 1_000;
export const FETCH_DEADLINE_MS = 6_000;
/** More pixels could exhaust the memory, however small the file is. */
export const SOURCE_MAX_PIXELS = 50_000_000;
/** This limit is for images that must be decoded whole (progressive, interlaced). */
export const SOURCE_WHOLE_MAX_PIXELS = 16_000_000;
export const RESIZE_DEADLINE_MS = 10_000;
/**
 * The CPU time for one image, after which the resizer ends. Unlike a deadline it does not depend on the machine's load.
 */
export const RESIZE_MAX_CPU_MS = 5_000;
export const SVG_MAX_CPU_MS = 1_000;
/** If a host's SVGs crash the resizer this many times, its SVGs are refused for a minute. */
export const COSTLY_DRAWINGS_MAX = 2;
export const COSTLY_DRAWINGS_MS = 60_000;
/** A resizer that needs more memory is killed, and the image is rejected. */
export const RESIZER_MAX_MEMORY_BYTES = 400 * 1024 * 1024;
/** The size of the largest preset as a PNG that does not compress. */
export const RENDITION_MAX_BYTES = 16 * 1024 * 1024;
/**
 * How many images may be in memory (fetched, or waiting for the resizer), and how many may wait for such a place, in
 * total and per host.
 */
export const IMAGES_MAX = 8;
export const IMAGES_PER_HOST = 4;
export const IMAGES_WAITING_MAX = 500;
/** A rendition older than the first age is stale. It is served while it is revalidated, up to the second age. */
export const FRESH_MS = 60 * 60_000;
export const STALE_MS = 7 * 24 * 60 * 60_000;
/** `max-age` and `stale-while-revalidate` in a browser. */
export const BROWSER_FRESH_S = 24 * 60 * 60;
export const BROWSER_STALE_S = 7 * 24 * 60 * 60;
/** The pause after a failed fetch. Each further failure doubles it, up to the longest one. */
export const RETRY_FIRST_MS = 30_000;
export const RETRY_LONGEST_MS = 60 * 60_000;
export const DISK_MAX_BYTES = 256 * 1024 * 1024;
export const DISK_MAX_FILES = 20_000;
export const MEMORY_MAX_BYTES = 8 * 1024 * 1024;
