/** The server's data for the service worker that caches public pages (`worker.ts`). */
export interface OfflineFacts {
  /** The version of the worker and of its cache: another one starts with an empty cache. */
  version: string;
  /** As `<html lang>` has it. */
  lang: string;
  /** As the server names the language. */
  locale: string;
  /** The pattern of the cached pages: public ones, spelt as they are linked, without a query. */
  pages: string;
  /** The note on a cached page, with `{time}`. */
  cachedNote: string;
}
