import { useText } from "~/i18n/text";
import { ButtonLink } from "./ButtonLink";

/** The names of the links to the app's page on each kind of device. */
export const APP_LABELS = { ios: ["common.appStore", "common.testFlight"], other: ["common.download"] } as const;

/** Links to the app's page: App Store and TestFlight on iOS, else one button. */
export function AppButtons({ ios }: { ios: boolean }) {
  const t = useText();
  return APP_LABELS[ios ? "ios" : "other"].map((label, index) => (
    <ButtonLink key={label} quiet={index > 0} href="/AppDownload">
      {t(label)}
    </ButtonLink>
  ));
}
