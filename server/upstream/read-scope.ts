import { AsyncLocalStorage } from "node:async_hooks";
/** What one rendering for the page cache wants and learns. */
export interface ReadScope {
  /** Whether reads older than 30 s wait for their renewal, instead of giving the last answer at once. */
  waits: boolean;
  /** Keys of the public reads that it used. */
  keys: Set<string>;
}
const s = new AsyncLocalStorage<ReadScope>();
export const withReadScope = <T>(scope: ReadScope, run: () => T): T => s.run(scope, run);
export function onPublicChange(_: (key: string) => void): () => void {
  return () => {};
}
