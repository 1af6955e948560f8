import { ButtonLink } from "~/components/layout/ButtonLink";
import type { TextKey } from "~server/texts/catalogue";
import { useText } from "~/i18n/text";
import { EmptyState } from "~/components/feedback/EmptyState";
import { useErrorStatus, ErrorPage } from "~/components/feedback/ErrorPage";
import { Screen } from "~/components/layout/Screen";

export function ProductErrorPage({
  screen,
  title,
  text,
  list,
}: Record<"screen" | "title" | "text", TextKey> & { list: { path: string; name: TextKey } }) {
  const t = useText();
  const trouble = useErrorStatus();
  if (trouble.status !== 404) return <ErrorPage {...trouble} status={503} />;
  return (
    <Screen title={t(screen)} back={list.path}>
      <EmptyState illustration="lost" title={t(title)} text={t(text)}>
        <ButtonLink href={list.path}>{t(list.name)}</ButtonLink>
      </EmptyState>
    </Screen>
  );
}
