import { useText } from "~/i18n/text";

/**
 * The app for the visitor's device: App Store and TestFlight on iOS, else one button, all to its page (behaviour 10.7).
 */
export function AppButtons({ ios, quiet = false }: { ios: boolean; quiet?: boolean }) {
  const t = useText();
  const [first, ...others] = ios ? (["common.appStore", "common.testFlight"] as const) : (["common.download"] as const);
  return (
    <>
      <a className={quiet ? "button button-quiet" : "button"} href="/AppDownload">
        {t(first)}
      </a>
      {others.map((label) => (
        <a key={label} className="button button-quiet" href="/AppDownload">
          {t(label)}
        </a>
      ))}
    </>
  );
}
