import { useEffect, useState } from "react";

/** Whether scripts run on this page: false in the HTML and in the first render over it, true from then on. */
export function useScripted(): boolean {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return scripted;
}
