import { useEffect, useState, useSyncExternalStore } from "react";

/** Returns true if scripts run on this page: false in the HTML and during hydration, true from then on. */
export function useHydrated(): boolean {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return scripted;
}

const never = () => () => {};

export function useCameWithDocument(): boolean {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [came] = useState(hydrating);
  return came;
}
