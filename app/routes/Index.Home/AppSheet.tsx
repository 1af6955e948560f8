import { AppButtons } from "~/components/AppButtons";
import { HOME } from "~/components/home";
import { Sheet } from "~/components/Sheet";
import { useText } from "~/i18n/text";

/** The ways to the app: App Store and TestFlight on iOS, one download elsewhere. */
export function AppSheet({ ios }: { ios: boolean }) {
  const t = useText();
  return (
    <Sheet title={t("common.appDownload")} closeTo={HOME}>
      <p className="soft">{t("AppDownload.lead")}</p>
      <div className="actions">
        <AppButtons ios={ios} />
      </div>
    </Sheet>
  );
}
