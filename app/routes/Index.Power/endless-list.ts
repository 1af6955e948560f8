import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type MouseEvent } from "react";
import type { loader } from "./route";

type ListData = ReturnType<typeof useFetcher<typeof loader>>["data"];

/** After so many loads without being asked, the list waits for the button, so that the foot of the page can be reached. */
const LOADS_BY_ITSELF = 3;

/**
 * The list as it grows (screens, row 16): by itself near its end, three times; then by its button. Without scripts the button
 * is a link to the next page.
 *
 * @param first the list that the document came with
 */
export function useEndlessList(first: NonNullable<ListData>) {
  const fetcher = useFetcher<typeof loader>();
  const [loads, setLoads] = useState(0);
  const sentinel = useRef<HTMLDivElement>(null);
  const [list, setList] = useState(first.list);
  const loading = fetcher.state !== "idle";
  // A load that failed leaves the list as it was, with its button.
  const failed = fetcher.data !== undefined && !fetcher.data.list;

  useEffect(() => {
    if (fetcher.data?.list) setList(fetcher.data.list);
  }, [fetcher.data]);

  const load = useCallback(() => {
    if (list?.more) fetcher.load(`/Index/Power?page=${list.page + 1}`);
  }, [fetcher, list]);

  useEffect(() => {
    const end = sentinel.current;
    if (!end || !list?.more || loading || failed || loads >= LOADS_BY_ITSELF) return;
    if (typeof IntersectionObserver !== "function") return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
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
    load();
  };
  return { list, sentinel, loading, failed, byHand };
}
