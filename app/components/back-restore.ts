import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/**
 * A page that is left while its form, or its next step, is on its way may come back out of the browser's memory as it
 * was left: waiting for an answer that has led elsewhere. It is read again then, in place, so that its button can be
 * pressed again (behaviour 10.30). Mounted once, around every page.
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
