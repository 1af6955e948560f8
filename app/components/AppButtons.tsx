import { useText } from "~/i18n/text";
import { ButtonLink } from "./ButtonLink";

/** How the app is to be had on a device; each of these leads to its page (behaviour 2.13, 10.7). */
export const APP_LABELS = { ios: ["common.appStore", "common.testFlight"], other: ["common.download"] } as const;

/** The app for the visitor's device: App Store and TestFlight on iOS, else one button, all to its page. */
export function AppButtons({ ios, quiet = false }: { ios: boolean; quiet?: boolean }) {
  const t = useText();
  return APP_LABELS[ios ? "ios" : "other"].map((label, index) => (
    <ButtonLink key={label} quiet={quiet || index > 0} href="/AppDownload">
      {t(label)}
    </ButtonLink>
  ));
}
