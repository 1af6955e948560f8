import { useLocation } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { NoFile } from "~server/downloads/download";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { parseFilePage } from "./encoded-paths";
import { EmptyState } from "~/components/feedback/EmptyState";
import { Screen } from "~/components/layout/Screen";
import { Unavailable } from "~/components/feedback/Unavailable";

export function DownloadErrorPage({ reason, failure, of }: NoFile & { of: "MyOrder" | "DepositRecord" }) {
  const t = useText();
  const { pathname, search } = useLocation();
  const page = parseFilePage(pathname);
  const back = <QuietLink href={page}>{t("Download.back")}</QuietLink>;
  return (
    <Screen title={t(`${of}.title`)} back={page}>
      {reason === "own" ? (
        <EmptyState illustration="waiting" title={t("Download.own")} text={t("Download.ownText")}>
          <ButtonLink href={pathname + search}>{t("common.retry")}</ButtonLink>
          {back}
        </EmptyState>
      ) : (
        <Unavailable
          title={reason === "all" ? t("Download.all") : t(`${of}.unavailable`)}
          {...(reason === "all" ? { text: t("Download.allText") } : { failure, note: t("Download.unreadText") })}
        >
          {back}
        </Unavailable>
      )}
    </Screen>
  );
}
