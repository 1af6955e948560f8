import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { ageOf } from "@storefront/resilience/age";
import { registerGauge } from "@storefront/observability/gauges";
import { PAGE_CACHE_MAX_BYTES, PAGE_STALE_MS } from "./ttl";
import { store, type Entry, type Rendered } from "./entry";

const nextTurn = promisify(setImmediate);

/** The options and findings of one rendering. */
export interface RenderScope {
  /** Whether a stale read waits for its revalidation, instead of returning the stale data. */
  waits: boolean;
  /** Keys of the data that it used. */
  keys: Set<string>;
}

/** The data that pages are made from. */
export interface Dependencies {
  /** Runs a rendering; what it reads, however deep in it, is noted in the scope. */
  collect: <T>(scope: RenderScope, run: () => T) => T;
  /**
   * Calls a listener with the key of what has changed.
   *
   * @returns stops it
   */
  onChange: (listener: (key: string) => void) => () => void;
}

/** A page to read or to render. */
export interface PageToStore {
  id: string;
  /** How long it is fresh, in milliseconds. */
  freshMs: number;
}

/** Pages by their id. */
export interface StoredPages {
  /**
   * The stored page: fresh for `freshMs`, then stale for `PAGE_STALE_MS`. A stale page is returned while one rendering
   * revalidates it (stale-while-revalidate).
   *
   * @param render renders the page, for a request without a visitor
   */
  get(page: PageToStore, render: () => Promise<Rendered>): Entry | undefined;
  /**
   * Renders a page that is not stored, once for all concurrent requests (they are coalesced, so that a miss makes no
   * stampede), and stores it if it may be.
   *
   * @throws what the rendering throws
   */
  fill(page: PageToStore, render: () => Promise<Rendered>): Promise<Entry>;
  /** Stops listening for changes. */
  close: () => void;
}

/** A rendering that is under way. */
interface Filling {
  scope: RenderScope;
  /** Whether data that it has shown have changed. */
  changed: boolean;
  done?: Promise<Entry>;
}

/**
 * Makes an empty cache of pages, bounded in bytes.
 *
 * @param dependencies what they are made from: a page is purged when it changes
 * @param failed called with the error of a failed revalidation
 */
export function createStoredPages(dependencies: Dependencies, failed: (error: unknown) => void): StoredPages {
  const entries = new LRUCache<string, Entry>({
    maxSize: PAGE_CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.ceil(bytes),
    dispose: (entry, key) => forget(key, entry),
  });
  /** Keys of pages by the public reads that they show. */
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
    // What is being rendered may show the old data.
    for (const filling of underWay.values()) if (filling.scope.keys.has(read)) filling.changed = true;
  });

  async function make({ id, freshMs }: PageToStore, filling: Filling, render: () => Promise<Rendered>): Promise<Entry> {
    // The request that got the stale page does not wait for the first part of the rendering either.
    if (filling.scope.waits) await nextTurn();
    const startedAtMs = Date.now();
    const before = entries.peek(id);
    const rendered = await dependencies.collect(filling.scope, render);
    // A page whose data changed meanwhile is shown to those who wait for it, and rendered again for the next one.
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
    get(page, render) {
      const entry = entries.get(page.id);
      if (!entry) return undefined;
      const ageMs = ageOf(entry.renderedAtMs);
      if (ageMs < page.freshMs) return entry;
      if (ageMs > page.freshMs + PAGE_STALE_MS) return undefined;
      if (!underWay.has(page.id)) start(page, render, true).catch(failed);
      return entry;
    },
    fill: (page, render) => start(page, render, false),
    close,
  };
}
