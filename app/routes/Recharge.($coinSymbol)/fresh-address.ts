import { useEffect, useState } from "react";

/**
 * Removes an old address from the screen (behaviour 13.5): it disappears as soon as another one is requested, and a
 * page from the browser's back/forward cache is loaded again.
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
