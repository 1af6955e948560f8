/** What the server tells the worker that keeps public pages (`worker.ts`). */
export interface OfflineFacts {
  /** Of the worker and of what it keeps: another one begins anew. */
  version: string;
  /** As `<html lang>` has it. */
  lang: string;
  /** As the server names the language. */
  locale: string;
  /** The pattern of the pages that are kept: public ones, spelt as they are linked, without a query. */
  pages: string;
  /** What a kept page says of itself, with `{time}`. */
  cachedNote: string;
}
