import type { ReactNode } from "react";
import { ButtonLink, QuietLink } from "./ButtonLink";
import { useText } from "~/i18n/text";
import { EmptyState } from "~/components/feedback/EmptyState";

export function AppInstead({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const t = useText();
  return (
    <EmptyState illustration="app" title={title} text={text}>
      <ButtonLink href="/AppDownload">{t("common.appDownload")}</ButtonLink>
      <QuietLink href="/LeavingMessage">{t("common.support")}</QuietLink>
      {children}
    </EmptyState>
  );
}
