import { useEffect, useState } from "react";

const KEY = "securityInfo";
const PLUGINS_MAX = 10;

/** The fields of a device's fingerprint (behaviour 3.17). Fonts are not probed: too slow on a phone. */
function gathered(): string {
  const { userAgent, language, platform, plugins } = navigator;
  return JSON.stringify({
    userAgent,
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    plugins: Array.from(plugins)
      .slice(0, PLUGINS_MAX)
      .map(({ name }) => name),
    fonts: [],
    language,
    platform,
  });
}

/** The security info of a form (behaviour 10.28): gathered once per tab, in session storage; absent without scripts. */
export function SecurityInfo() {
  const [info, setInfo] = useState("");
  useEffect(() => {
    try {
      const known = sessionStorage.getItem(KEY) ?? gathered();
      sessionStorage.setItem(KEY, known);
      setInfo(known);
    } catch {
      // The browser hides these facts or has no storage: the form is accepted without them.
    }
  }, []);
  return info ? <input type="hidden" name="securityInfo" value={info} /> : null;
}
