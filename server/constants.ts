/** Pictures of pages, made small (behaviour 3.36). Of one picture as it is fetched, and the time for all of it. */
export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;
export const PICTURE_CONNECT_DEADLINE_MS = 1_000;
export const PICTURE_FETCH_DEADLINE_MS = 6_000;
export const PICTURE_RESIZE_DEADLINE_MS = 10_000;
/** A process that makes pictures small and needs more memory than this ends: the picture is at fault. */
export const PICTURE_RESIZER_MAX_BYTES = 400 * 1024 * 1024;
/** Pictures that are fetched at a time, in all and from one host, and how many may wait for that. */
export const PICTURE_FETCHES_MAX = 8;
export const PICTURE_FETCHES_PER_HOST = 4;
export const PICTURES_WAITING_MAX = 200;
/** How long a picture is shown before its source is looked at again, and for how long at most while that fails. */
export const PICTURE_FRESH_MS = 60 * 60_000;
export const PICTURE_STALE_MS = 7 * 24 * 60 * 60_000;
/** How long a browser shows its copy unasked, and after that while it asks. */
export const PICTURE_BROWSER_AGE_S = 24 * 60 * 60;
export const PICTURE_BROWSER_STALE_S = 7 * 24 * 60 * 60;
/** After a failure a picture is not asked for again for so long: doubled with each failure, up to the longest. */
export const PICTURE_FAILED_MS = 30_000;
export const PICTURE_FAILED_LONGEST_MS = 60 * 60_000;
/** The cache of pictures: on the disk, and of those in use in memory. */
export const PICTURES_ON_DISK_MAX_BYTES = 256 * 1024 * 1024;
export const PICTURES_ON_DISK_MAX_FILES = 20_000;
export const PICTURES_IN_MEMORY_MAX_BYTES = 8 * 1024 * 1024;
