import { useEffect, useState } from "react";

/** Whether scripts run on this page: false in the HTML and while it is hydrated, true from then on. */
export function useScripted(): boolean {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return scripted;
}
