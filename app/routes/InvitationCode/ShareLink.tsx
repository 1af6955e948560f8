import { useEffect, useState } from "react";
import { useText } from "~/i18n/text";

/** Shares the invitation's link with another app, where the browser can. */
export function ShareLink({ link }: { link: string }) {
  const t = useText();
  const [shareable, setShareable] = useState(false);
  useEffect(() => setShareable("share" in navigator), []);
  if (!shareable) return null;

  async function share() {
    try {
      await navigator.share({ title: document.title, url: link });
    } catch {
      // Cancelled by the visitor, or not possible: the link can still be copied.
    }
  }

  return (
    <button type="button" className="button" onClick={() => void share()}>
      {t("InvitationCode.share")}
    </button>
  );
}
