import { useEffect, useState } from "react";

/**
 * The security info of a form (behaviour 3.17, 10.28): gathered once per tab, in session storage; absent without
 * scripts. What takes time to find is loaded after the page, once per tab; a form that is sent before has the rest.
 */
export function SecurityInfo() {
  const [info, setInfo] = useState("");
  useEffect(() => {
    try {
      const known = sessionStorage.getItem("securityInfo");
      const { userAgent, language, platform } = navigator;
      const atOnce = { userAgent, language, platform };
      setInfo(known ?? JSON.stringify(atOnce));
      if (!known) void import("./device").then(({ keepDevice }) => setInfo(keepDevice(atOnce))).catch(() => undefined);
    } catch {
      // The browser hides these facts or has no storage: the form is accepted without them.
    }
  }, []);
  return info ? <input type="hidden" name="securityInfo" value={info} /> : null;
}
