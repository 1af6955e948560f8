import { useEffect, useState } from "react";
import { FormToken } from "./FormToken";

/** Adds the form's token and, with scripts, the device's security info, gathered once per tab after loading. */
export function SecurityInfo({ token }: { token: string }) {
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
      // The browser hides these facts or has no storage. The server accepts the form without them.
    }
  }, []);
  return (
    <>
      <FormToken value={token} />
      {info ? <input type="hidden" name="securityInfo" value={info} /> : null}
    </>
  );
}
