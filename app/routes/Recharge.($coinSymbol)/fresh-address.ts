import { useEffect, useState } from "react";

/**
 * Keeps an old address off the screen (behaviour 13.5): it is gone as soon as another one is asked for, and a page that
 * the browser kept in memory is loaded again.
 */
export function useFreshAddress(): { leaving: boolean; leave: () => void } {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const renew = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);
  return { leaving, leave: () => setLeaving(true) };
}
