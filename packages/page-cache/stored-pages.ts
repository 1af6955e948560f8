import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { ageOf } from "@storefront/resilience/age";
import { registerGauge } from "@storefront/observability/metrics";
import { store, type Entry, type Rendered } from "./entry";

const nextTurn = promisify(setImmediate);

/** Page cache TTL: how long a stale page is served while one rendering revalidates it (RFC 5861). */
export const PAGE_STALE_MS = 5 * 60_000;
/** Bytes of all pages together, rendered and compressed. */
export const PAGE_CACHE_MAX_BYTES = 24 * 1024 * 1024;

/** The public reads of one rendering. */
export interface RenderScope {
  /** A stale read waits for its revalidation, instead of returning the stale data. */
  waits: boolean;
  keys: Set<string>;
}

export interface Dependencies {
  /** Runs a rendering, whose reads are noted in the scope, however deep in it. */
  collect: <T>(scope: RenderScope, run: () => T) => T;
  /** Calls a listener with the key of changed data; the result stops it. */
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

/** Makes an empty cache of pages, bounded in bytes; `failed` gets the error of a failed revalidation. */
export function createStoredPages(dependencies: Dependencies, failed: (error: unknown) => void) {
  const entries = new LRUCache<string, Entry>({
    maxSize: PAGE_CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.ceil(bytes),
    dispose: (entry, key) => forget(key, entry),
  });
  /** Keys of pages by the public reads behind them. */
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
    // Pages that may show the old data.
    for (const filling of underWay.values()) if (filling.scope.keys.has(read)) filling.changed = true;
  });

  async function make({ id, freshMs }: PageToStore, filling: Filling, render: () => Promise<Rendered>): Promise<Entry> {
    // The request that got the stale page must not wait for the rendering.
    if (filling.scope.waits) await nextTurn();
    const startedAtMs = Date.now();
    const before = entries.peek(id);
    const rendered = await dependencies.collect(filling.scope, render);
    // If its data changed meanwhile, the page is shown to those who wait, and rendered again for the next request.
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
    /** The stored page, fresh or stale. A stale one is returned while one rendering revalidates it. */
    get(page: PageToStore, render: () => Promise<Rendered>): Entry | undefined {
      const entry = entries.get(page.id);
      if (!entry) return undefined;
      const ageMs = ageOf(entry.renderedAtMs);
      if (ageMs < page.freshMs) return entry;
      if (ageMs > page.freshMs + PAGE_STALE_MS) return undefined;
      if (!underWay.has(page.id)) start(page, render, true).catch(failed);
      return entry;
    },
    /** Renders a page once for all concurrent requests and stores it if allowed. Throws what the rendering throws. */
    fill: (page: PageToStore, render: () => Promise<Rendered>): Promise<Entry> => start(page, render, false),
    close,
  };
}
