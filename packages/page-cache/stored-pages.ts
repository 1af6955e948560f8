import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { ageOf } from "@storefront/resilience/age";
import { registerGauge } from "@storefront/observability/metrics";
import { store, type Entry, type Rendered } from "./entry";

const nextTurn = promisify(setImmediate);

/** Page cache TTL: how long a stale page is served while one rendering revalidates it (RFC 5861). */
export const PAGE_STALE_MS = 5 * 60_000;
/** The maximum bytes of all pages, rendered and compressed. */
export const PAGE_CACHE_MAX_BYTES = 24 * 1024 * 1024;

/** The public reads of one rendering. */
export interface RenderScope {
  /** If true, a stale read waits for its revalidation instead of returning stale data. */
  waits: boolean;
  keys: Set<string>;
}

export interface Dependencies {
  /** Runs a rendering, and notes all its reads in the scope. */
  collect: <T>(scope: RenderScope, run: () => T) => T;
  /** Calls a listener with the key of changed data. Returns a function that removes the listener. */
  onChange: (listener: (key: string) => void) => () => void;
}

export interface PageToStore {
  id: string;
  freshMs: number;
}

interface Filling {
  scope: RenderScope;
  changed: boolean;
  done?: Promise<Entry>;
}

export function createStoredPages(dependencies: Dependencies, failed: (error: unknown) => void) {
  const entries = new LRUCache<string, Entry>({
    maxSize: PAGE_CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.ceil(bytes),
    dispose: (entry, key) => forget(key, entry),
  });
  const showing = new Map<string, Set<string>>();
  const underWay = new Map<string, Filling>();
  registerGauge("cached pages", () => entries.size);
  registerGauge("pages under way", () => underWay.size);

  function remember(key: string, entry: Entry): void {
    entries.set(key, entry);
    for (const read of entry.reads) {
      const keys = showing.get(read) ?? new Set();
      showing.set(read, keys.add(key));
    }
  }

  function forget(key: string, { reads }: Entry): void {
    for (const read of reads) {
      const keys = showing.get(read);
      keys?.delete(key);
      if (keys?.size === 0) showing.delete(read);
    }
  }

  const close = dependencies.onChange((read) => {
    for (const key of [...(showing.get(read) ?? [])]) entries.delete(key);
    // These renderings may show the old data.
    for (const filling of underWay.values()) if (filling.scope.keys.has(read)) filling.changed = true;
  });

  async function make({ id, freshMs }: PageToStore, filling: Filling, render: () => Promise<Rendered>): Promise<Entry> {
    // The request that gets the stale page must not wait for the rendering.
    if (filling.scope.waits) await nextTurn();
    const startedAtMs = Date.now();
    const before = entries.peek(id);
    const rendered = await dependencies.collect(filling.scope, render);
    // If data changed meanwhile, those who wait get the page, and the next request renders it again.
    const renderedAtMs = filling.changed ? startedAtMs - freshMs : startedAtMs;
    const entry = store(rendered, { renderedAtMs, reads: filling.scope.keys }, before);
    if (entry.isCacheable) remember(id, entry);
    else entries.delete(id);
    return entry;
  }

  function start(page: PageToStore, render: () => Promise<Rendered>, waits: boolean): Promise<Entry> {
    const known = underWay.get(page.id);
    if (known?.done) return known.done;
    const filling: Filling = { scope: { waits, keys: new Set() }, changed: false };
    underWay.set(page.id, filling);
    filling.done = make(page, filling, render).finally(() => underWay.delete(page.id));
    return filling.done;
  }

  return {
    get(page: PageToStore, render: () => Promise<Rendered>): Entry | undefined {
      const entry = entries.get(page.id);
      if (!entry) return undefined;
      const ageMs = ageOf(entry.renderedAtMs);
      if (ageMs < page.freshMs) return entry;
      if (ageMs > page.freshMs + PAGE_STALE_MS) return undefined;
      if (!underWay.has(page.id)) start(page, render, true).catch(failed);
      return entry;
    },
    /** Renders a page once for all concurrent requests, and stores it if allowed. Throws the rendering's error. */
    fill: (page: PageToStore, render: () => Promise<Rendered>): Promise<Entry> => start(page, render, false),
    close,
  };
}
