import { useRouteLoaderData } from "@remix-run/react";
import { Claims } from "~/components/Claims";
import { Section } from "~/components/Section";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { EARNINGS, SHIELD } from "~/components/page-icons";

const FEATURES = [
  [EARNINGS, "UserCenter.earnings", "AppDownload.earningsText"],
  ["wallet", "AppDownload.withdraw", "AppDownload.withdrawText"],
  ["key", "AppDownload.password", "AppDownload.passwordText"],
  [SHIELD, "AppDownload.security", "AppDownload.securityText"],
] as const;
const ACCOUNT = ["account", "AppDownload.account", "AppDownload.accountText"] as const;

/** What only the app offers (behaviour 1.5). This includes signing in if the web does not offer it. */
export function Features() {
  const t = useText();
  const appOnly = useRouteLoaderData<RootData>("root")?.webLogin === "app-only";
  return (
    <Section id="features" title={t("AppDownload.features")}>
      <Claims claims={[...(appOnly ? [ACCOUNT] : []), ...FEATURES]} />
    </Section>
  );
}
