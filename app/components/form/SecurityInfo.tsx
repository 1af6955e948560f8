import { useEffect, useState } from "react";

/**
 * The security info of a form (behaviour 3.17, 10.28), gathered once per tab in session storage; absent without
 * scripts. Fields that take time to gather load after the page. A form that is sent before has the other fields.
 */
export function SecurityInfo() {
  const [info, setInfo] = useState("");
  useEffect(() => {
    try {
      const known = sessionStorage.getItem("securityInfo");
      const { userAgent, language, platform } = navigator;
      const basics = { userAgent, language, platform };
      setInfo(known ?? JSON.stringify(basics));
      if (!known)
        void import("./device")
          .then(({ storeDevice }) => storeDevice(basics))
          .then(setInfo)
          .catch(() => undefined);
    } catch {
      // The browser hides these facts or has no storage: the form is accepted without them.
    }
  }, []);
  return info ? <input type="hidden" name="securityInfo" value={info} /> : null;
}
