import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/**
 * A page that is left while its form, or its next step, is loading may come back from the browser's back/forward cache
 * in that state: waiting for a response that has led elsewhere. Its data are then loaded again in place, so that its
 * button can be pressed again. Mounted once, around every page.
 */
export function useBackRestore(): void {
  const waits = useNavigation().state !== "idle";
  const navigate = useNavigate();
  useEffect(() => {
    if (!waits) return;
    const renew = ({ persisted }: PageTransitionEvent) => {
      if (persisted) navigate(location.pathname + location.search, { replace: true });
    };
    addEventListener("pageshow", renew);
    return () => removeEventListener("pageshow", renew);
  }, [waits, navigate]);
}
