import { useFetcher, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type MouseEvent } from "react";
import type { ProductPages } from "~server/products";

/** After so many loads by itself the list waits for the button, so that the foot of the page can be reached. */
const LOADS_BY_ITSELF = 3;

/** The id of an item of a list, from 1. */
export const itemId = (number: number) => `item-${number}`;

/** Where a list goes on: pages 1 to `page`. */
export const pagePath = (path: string, page: number) => `${path}?page=${page}`;

/** A load of more that the network drops is one that failed, and no reason to take the page away. */
export async function loadMore<Data>(
  serverLoader: ClientLoaderFunctionArgs["serverLoader"],
): Promise<Data | { list: undefined }> {
  try {
    return (await serverLoader<Data>()) as Data;
  } catch (error) {
    if (error instanceof Response) throw error;
    return { list: undefined };
  }
}

/** Back and reload then give what was seen; the router is not asked, since nothing is to be read for it. */
function keepPlace(path: string, page: number): void {
  window.history.replaceState(window.history.state, "", pagePath(path, page));
}

/**
 * The list as it grows (behaviour 10.16): by itself near its end, three times; then by its button. Without scripts the
 * button is a link to the next page.
 *
 * @param path of the list's own page, which answers `?page=n` with `list`
 * @param first the list that the document came with
 */
export function useEndlessList<Shown>(path: string, first: ProductPages<Shown>) {
  const fetcher = useFetcher();
  const loaded = fetcher.data as { list?: ProductPages<Shown> } | undefined;
  const [loads, setLoads] = useState(0);
  const sentinel = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  const requested = useRef(0);
  const [list, setList] = useState(first);
  const loading = fetcher.state !== "idle";
  // A load that failed leaves the list as it was, with its button.
  const failed = loaded !== undefined && !loaded.list;

  useEffect(() => {
    if (!loaded?.list) return;
    setList(loaded.list);
    keepPlace(path, loaded.list.page);
  }, [loaded, path]);

  // The button goes while it loads: whoever pressed it goes on at the first new item.
  const shown = useRef(first.products.length);
  useEffect(() => {
    const next = itemId(shown.current + 1);
    shown.current = list.products.length;
    if (asked.current) document.getElementById(next)?.querySelector("a")?.focus({ preventScroll: true });
    asked.current = false;
  }, [list]);

  const load = useCallback(() => {
    if (!list.more) return;
    requested.current = list.page + 1;
    fetcher.load(pagePath(path, list.page + 1));
  }, [fetcher, list, path]);

  useEffect(() => {
    const end = sentinel.current;
    if (!end || !list.more || loading || failed || loads >= LOADS_BY_ITSELF) return;
    if (typeof IntersectionObserver !== "function") return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        // On a slow phone the end is seen again before the page that was asked for is said to be loading, or is shown.
        if (requested.current > list.page) return;
        setLoads((count) => count + 1);
        load();
      },
      { rootMargin: "200px" },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [list, loading, failed, loads, load]);

  const byHand = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    asked.current = true;
    load();
  };
  return { list, sentinel, loading, failed, byHand };
}
