import { AppButtons } from "~/components/AppButtons";
import { Sheet } from "~/components/Sheet";
import { useText } from "~/i18n/text";

/** Only the app shows earnings: links to it. */
export function EarningsSheet({ ios }: { ios: boolean }) {
  const t = useText();
  return (
    <Sheet title={t("UserCenter.earningsTitle")} closeTo="/UserCenter">
      <p className="soft">{t("UserCenter.earningsText")}</p>
      <div className="actions">
        <AppButtons ios={ios} />
      </div>
    </Sheet>
  );
}
