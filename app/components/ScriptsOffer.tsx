import { useText } from "~/i18n/text";
import { useDocument } from "./document-facts";
import { FormToken } from "./FormToken";

/** Switches scripts on again, for a browser that gets none because they failed or it saves data (behaviour 10.34). */
export function ScriptsOffer(offer: { token: string; path: string }) {
  const isOff = useDocument().scripts === "switched off";
  // Where scripts run they are not switched off: browsers get nothing of it.
  return import.meta.env.SSR && isOff ? <Offer {...offer} /> : null;
}

function Offer({ token, path }: { token: string; path: string }) {
  const t = useText();
  return (
    <form method="post" action="/Scripts" className="foot" id="scripts">
      <FormToken value={token} />
      <input type="hidden" name="redirectTo" value={path} />
      <p>{t("Scripts.off")}</p>
      <button type="submit" className="link-button">
        {t("Scripts.on")}
      </button>
    </form>
  );
}
